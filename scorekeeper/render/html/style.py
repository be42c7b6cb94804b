"""How the printed pages look: black on white, ruled as a score sheet is.

No size of paper is named, so that a page takes the one that is in the printer; nothing is wider
than what both A4 and Letter have between these margins.
"""

STYLE = """
@page { margin: 12mm 13mm; }
* { box-sizing: border-box; }
html { background: #fff; color: #000; }
html { font: 10pt/1.35 "Noto Sans", "DejaVu Sans", Arial, sans-serif; }
body { margin: 0; }
main { max-width: 184mm; margin: 0 auto; }
h1 { font-size: 17pt; line-height: 1.15; margin: 0; overflow-wrap: anywhere; }
h1 small { display: block; font-size: 11pt; font-weight: normal; line-height: 1.3; }
h2 { font-size: 10.5pt; margin: 4mm 0 1.2mm; border-bottom: 0.6pt solid #000; break-after: avoid; }
p, ul { margin: 0.8mm 0; }
ul { padding-left: 4.5mm; }
section { break-inside: avoid; }
section.deals { break-inside: auto; }
header { border-bottom: 1.4pt solid #000; padding-bottom: 1.2mm; }
header p { margin: 0.6mm 0 0; }
.won { font-weight: bold; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums lining-nums; }
table.narrow { width: auto; }
table + table { margin-top: 2mm; }
th, td { border: 0.5pt solid #555; padding: 0.35mm 1.4mm; }
th, td { text-align: left; vertical-align: baseline; }
td bdi, th bdi { overflow-wrap: anywhere; white-space: normal; }
.who, td.who bdi { overflow-wrap: normal; white-space: nowrap; }
tspan { unicode-bidi: isolate; }
th { font-weight: bold; }
caption { text-align: left; font-size: 85%; padding: 0 0 0.6mm; }
thead { display: table-header-group; }
thead th { border-bottom: 1pt solid #000; vertical-align: bottom; }
thead th.small { font-weight: normal; font-size: 85%; }
tr { break-inside: avoid; }
tr.sum { break-before: avoid; }
tr.start { break-before: auto; break-after: avoid; }
.tail { break-inside: avoid; }
.n { text-align: right; white-space: nowrap; }
.c { text-align: center; }
.first { border-left: 1.2pt solid #000; }
.total { font-weight: bold; }
tr.sum td, tr.sum th { border-top: 1.2pt solid #000; font-weight: bold; }
table.many { font-size: 8pt; line-height: 1.25; }
table.many th, table.many td { padding: 0.3mm 0.7mm; }
table.crowded { font-size: 6pt; line-height: 1.2; }
table.crowded th, table.crowded td { padding: 0.2mm 0.35mm; }
small { font-size: 80%; }
figure { margin: 0; }
svg { display: block; width: 100%; height: auto; }
.columns { display: flex; gap: 7mm; align-items: flex-start; }
.columns > section { flex: 1 1 0; min-width: 0; }
.columns.told > section:first-child:not(:last-child) { flex: 0 1 auto; max-width: 38%; }
footer { break-before: avoid; }
footer { margin-top: 4mm; border-top: 0.6pt solid #000; padding-top: 1mm; }
footer { font-size: 8.5pt; break-inside: avoid; }
code { font: 8.5pt "Noto Sans Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.fingerprint { font-size: 10pt; font-weight: bold; white-space: nowrap; }
.caution { border: 1pt solid #000; padding: 1mm 2mm; }
table.blank tbody { break-inside: avoid; }
table.blank tbody td { height: 7.4mm; min-width: 8mm; vertical-align: middle; }
table.blank tbody td.n, table.blank tbody td.c { font-weight: normal; }
table.blank th.room { height: 9mm; vertical-align: middle; }
table.blank tbody th.room { min-width: 36mm; }
table.blank th.score { width: 45%; text-align: left; }
@media screen { main { padding: 8mm 4mm; } }
"""
