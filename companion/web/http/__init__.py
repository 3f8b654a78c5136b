"""What any site needs: languages, safety, files, limits, streams. It knows no game."""
