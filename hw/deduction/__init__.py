"""What engines that deduce have in common, whatever the genre: states in pages, and what the line brings and takes."""
