"""The style sheet of saved pages. On paper it is black on white and ruled like a score sheet. On a
screen it uses the screen's letter size and is dark if the reader's system is; on a narrow screen
the parts follow one another. It names no paper size, so that a page takes the size in the printer.
Nothing is wider than both A4 and Letter allow between these margins, upright or, where a table
requires it, in landscape."""

STYLE = """
@page { margin: 12mm 10mm; }
@page across { size: landscape; }
:root { --paper: #fff; --card: #fff; --ink: #000; --rule: #555; --least: 8pt; }
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); }
html { font: 10pt/1.35 "Noto Sans", "DejaVu Sans", Arial, sans-serif; }
body { margin: 0; }
h1 { font-size: 17pt; line-height: 1.15; margin: 0; overflow-wrap: anywhere; }
h1 small { display: block; font-size: 11pt; font-weight: normal; line-height: 1.3; }
h2 { font-size: 10.5pt; margin: 4mm 0 1.2mm; border-bottom: 0.6pt solid; break-after: avoid; }
p, ul { margin: 0.8mm 0; overflow-wrap: anywhere; }
ul { padding-left: 4.5mm; }
section { break-inside: avoid; }
section.deals { break-inside: auto; }
header { border-bottom: 1.4pt solid; padding-bottom: 1.2mm; }
header p { margin: 0.6mm 0 0; }
.won { font-weight: bold; }
article { margin-top: 7mm; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums lining-nums; }
table.narrow { width: auto; }
.frame + .frame, .frame + p { margin-top: 2mm; }
th, td { border: 0.5pt solid var(--rule); padding: 0.35mm 1.4mm; }
th, td { text-align: left; vertical-align: top; }
th bdi, td bdi { white-space: normal; }
bdi.long { overflow-wrap: anywhere; }
th bdi.long, td bdi.long { display: inline-block; vertical-align: top; }
th bdi.long, td bdi.long { max-width: 9em; overflow-wrap: break-word; }
.who { white-space: nowrap; }
tspan { unicode-bidi: isolate; }
th { font-weight: bold; }
caption { text-align: left; font-size: max(85%, var(--least)); padding: 0 0 0.6mm; }
caption { break-after: avoid; }
caption.aloud {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
thead { display: table-header-group; }
thead th { border-bottom: 1pt solid; vertical-align: bottom; }
thead th.small { font-weight: normal; font-size: max(85%, var(--least)); }
tr { break-inside: avoid; }
tbody tr:first-child:not(:last-child) { break-after: avoid; }
tbody tr:nth-last-child(-n+5):not(:first-child) { break-before: avoid; }
tr.sum { break-before: avoid; }
tr.start { break-before: auto; break-after: avoid; }
.tail { break-inside: avoid; }
.n { text-align: right; }
td.n { white-space: nowrap; }
.c { text-align: center; }
.first { border-left: 1.2pt solid; }
.total { font-weight: bold; }
tr.sum td, tr.sum th { border-top: 1.2pt solid; font-weight: bold; }
.label { border-right: 0; white-space: nowrap; }
.label + td { border-left: 0; }
small { font-size: max(80%, var(--least)); }
figure { margin: 0; }
svg { display: block; width: 100%; height: auto; }
svg.slim, .legend { display: none; }
.hollow { fill: var(--card); }
.columns { display: flex; flex-wrap: wrap; column-gap: 7mm; align-items: flex-start; }
.columns > section { flex: 1 1 0; min-width: min-content; }
footer { break-before: avoid; }
footer { margin-top: 4mm; border-top: 0.6pt solid; padding-top: 1mm; }
footer { font-size: 8.5pt; break-inside: avoid; }
code { font: 8.5pt "Noto Sans Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.fingerprint { font-size: 10pt; font-weight: bold; white-space: nowrap; }
.caution { border: 1pt solid; padding: 1mm 2mm; }
table.blank tbody { break-inside: avoid; }
table.blank tbody:nth-last-of-type(-n+2) { break-before: avoid; }
table.blank tbody td { height: 7.4mm; min-width: 8mm; vertical-align: middle; }
table.blank tbody td.n, table.blank tbody td.c { font-weight: normal; }
table.blank th.room { height: 9mm; vertical-align: middle; }
table.blank tbody th.room { min-width: 36mm; }
table.blank th.score { width: 45%; text-align: left; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.6mm 3mm; margin: 0.8mm 0; }
dt { font-weight: bold; }
dd { margin: 0; overflow-wrap: anywhere; }
@media print {
.frame[style] { container-type: inline-size; }
.frame[style] table { font-size: clamp(6pt, calc(100cqi / (var(--chars) * 0.62)), 10pt); }
.frame[style] bdi.long { display: inline; max-width: none; overflow-wrap: anywhere; }
.frame[style] th, .frame[style] td { padding: 0.25mm 0.7mm; }
.columns.told > section:first-child:not(:last-child) { flex: 0 1 auto; max-width: 38%; }
main:has(.across) { page: across; }
table.many { font-size: 8pt; line-height: 1.2; }
table.many th, table.many td { padding: 0.25mm 0.7mm; }
td.who bdi { display: inline-block; vertical-align: top; max-width: 7em; }
td.who bdi { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.label { max-width: 0; }
}
@media screen {
:root { color-scheme: light dark; --paper: #eee; --least: 1rem; }
html { font-size: 16px; line-height: 1.45; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem; background: var(--card); }
h1 { font-size: 1.75rem; }
h1 small, footer, code, .fingerprint { font-size: 1rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 0.4rem; }
ul { padding-left: 1.2rem; }
th, td { padding: 0.15rem 0.5rem; }
table.many th, table.many td { padding: 0.15rem 0.25rem; }
.frame { overflow-x: auto; container-type: inline-size; }
.columns > section { flex: 1 1 20rem; min-width: 0; }
caption { position: sticky; left: 0; max-width: 100cqi; }
.frame:focus-visible { outline: 2px solid; outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; }
table { border: 0 solid var(--rule); border-width: 1px 0 0 1px; }
th, td { border-width: 0 1px 1px 0; }
thead th { border-bottom: 2px solid; }
.first { border-left: 1px solid; }
tr.sum td, tr.sum th { border-top: 1px solid; }
tr > :first-child { position: sticky; left: 0; z-index: 1; background: var(--card); }
}
@media screen and (max-width: 40em) {
main { padding: 0.75rem; background: none; }
section { background: var(--card); border-radius: 0.5rem; }
section { padding: 0.1rem 0.75rem 0.75rem; margin-top: 0.75rem; }
.columns { display: block; }
svg.broad { display: none; }
svg.slim, .legend { display: block; }
svg.slim { max-width: 26rem; }
.legend { list-style: none; padding: 0; }
.legend svg { display: inline-block; width: 44px; height: 16px; margin-right: 0.5rem; }
.fingerprint, .label { white-space: normal; }
}
.heat1 { background: #fff; }
.heat2 { background: #ececec; }
.heat3 { background: #d9d9d9; }
.heat4 { background: #c6c6c6; }
.heat5 { background: #b0b0b0; }
.heat1, .heat2, .heat3, .heat4, .heat5 { color: #000; print-color-adjust: exact; }
@media screen and (prefers-color-scheme: dark) {
:root { --paper: #111; --card: #1b1b1b; --ink: #eee; --rule: #777; }
.heat1, .heat2, .heat3, .heat4, .heat5 { color: inherit; }
.heat1 { background: none; }
.heat2 { background: #2b2b2b; }
.heat3 { background: #3a3a3a; }
.heat4 { background: #494949; }
.heat5 { background: #585858; }
}
a { color: inherit; }
"""
