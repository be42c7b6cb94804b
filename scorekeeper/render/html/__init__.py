"""HTML pages to print and save: one file each, without script and without network."""
