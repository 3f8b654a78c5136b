"""Every address: reads the request, asks the clerk, responds with a screen."""
