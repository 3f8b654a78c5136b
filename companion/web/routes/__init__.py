"""Every address: reads the request, asks the clerk, answers with a screen."""
