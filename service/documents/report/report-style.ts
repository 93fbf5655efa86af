/** The style of an HTML report, for the screen and for print. The colors are those of the PDF. */
export const reportStyle = `
:root{--ink:#1a202b;--dim:#5a6473;--line:#dfe3e9;--soft:#f5f6f9;--accent:#4753bb}
*{box-sizing:border-box}
body{max-width:920px;margin:0 auto;padding:48px 24px;color:var(--ink);background:#fff;font:15px/1.5 "Noto Sans",system-ui,sans-serif}
h1{margin:8px 0;font-size:34px;line-height:1.2}
h2{margin:56px 0 16px;padding-bottom:6px;border-bottom:2px solid var(--accent);font-size:24px}
h3{margin:32px 0 8px;font-size:18px}
h4{margin:4px 0 8px;font-size:16px}
h5,h6{margin:16px 0 4px;color:var(--dim);font-size:12px}
h1,h2,h3,h4,p,td,li{overflow-wrap:anywhere}
p{margin:8px 0}
a{color:var(--accent)}
code{font-size:.94em;white-space:pre-wrap}
.kicker,dt{color:var(--dim);font-size:12px;font-weight:600;text-transform:uppercase;letter-spacing:.5px}
.dim{color:var(--dim)}
.logo{max-width:260px;max-height:60px}
.notice{float:right;margin:0;padding:4px 10px;border:1px solid var(--accent);border-radius:4px;color:var(--accent);font-weight:600}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:16px;margin:32px 0;padding:16px 0;border:solid var(--line);border-width:1px 0}
dd{margin:4px 0 0}
table{width:100%;border-collapse:collapse;font-size:14px}
th{background:var(--soft);color:var(--dim);font-size:12px}
th,td{padding:7px 9px;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
.tag{display:inline-block;padding:0 7px;border-radius:4px;font-size:12px;font-weight:600;white-space:nowrap}
.green{--strong:#2b6a4b;--faint:#e4f3ea}.yellow{--strong:#7d5700;--faint:#fbf0d3}
.orange{--strong:#a8430c;--faint:#fdeadd}.red{--strong:#b4232f;--faint:#fce6e7}
.grey{--strong:#475060;--faint:#eef0f3}.indigo{--strong:#4753bb;--faint:#eef0fc}
.tag{color:var(--strong);background:var(--faint)}
article{margin:20px 0;padding-inline-start:14px;border-inline-start:3px solid var(--strong)}
.tags{margin:0}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
.figures p{display:flex;flex-direction:column;margin:0;padding:14px;border-radius:6px;color:var(--dim);background:var(--soft)}
.figures b{color:var(--ink);font-size:26px}
.bars,.mitigations{padding:0;list-style:none}
.mitigations li{padding:8px 0;border-top:1px solid var(--line)}
.diagram{display:block;max-width:100%;height:auto;margin:12px auto}
footer{margin-top:64px;padding-top:12px;border-top:1px solid var(--line);color:var(--dim);font-size:13px}
@media print{body{max-width:none;padding:0;font-size:11px}h2{break-before:page}h3,h4,h5,h6{break-after:avoid}article,tr{break-inside:avoid}a{color:inherit;text-decoration:none}.tag,.figures p,th{print-color-adjust:exact}}
`;
