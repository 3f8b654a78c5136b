"""What the screens of Nottingham show."""
