"""What Nottingham says."""
