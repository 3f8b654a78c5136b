"""What a form sent, read into values; nothing here knows a request."""
