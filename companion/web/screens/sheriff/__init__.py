"""What the screens of Sheriff of Nottingham show."""
