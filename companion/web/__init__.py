"""The pages: what a phone sees and what it sends."""
