"""Screenshots: uploading a picture, checking its reading, and using its rows."""
