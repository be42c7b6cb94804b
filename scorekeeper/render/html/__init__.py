"""The pages that are printed and kept: one file each, without script and without network."""
