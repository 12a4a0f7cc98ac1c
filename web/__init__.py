"""The web page: its files, and the program that generates the other files of its site."""
