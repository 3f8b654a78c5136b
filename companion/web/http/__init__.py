"""What any site needs: languages, security, files, limits, streams. It knows nothing of games."""
