"""Reading a screenshot: the picture is sent, its reading checked, and its rows used."""
