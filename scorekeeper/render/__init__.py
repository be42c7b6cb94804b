"""Reports: one value, many renderings. Standing -> sheet -> text, json, csv, markdown."""
