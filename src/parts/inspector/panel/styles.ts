/**
 * The panel's styles, for a constructed stylesheet: strict content security policies allow no other kind.
 *
 * `!important` on the host, because important declarations inside a shadow root win over the page's. The host has no size, so that it never
 * covers a tile: events must not depend on whether the panel is open.
 */
export const styles = `
:host {
  all: initial !important;
  position: fixed !important;
  top: 0 !important;
  left: 0 !important;
  z-index: 2147483647 !important;
  display: block !important;
  pointer-events: none !important;
  color-scheme: light dark !important;

  --ground: #fff; --raised: #f4f5f7; --text: #16181d; --muted: #585f6b; --line: #d5d9e0; --accent: #2f49c9;
  --on-accent: #fff; --sent: #146c37; --waiting: #855600; --lost: #b3202a; --ignored: #6a3fb0;
  --shadow: 0 8px 40px rgb(0 0 0 / .28);
}
@media (prefers-color-scheme: dark) {
  :host {
    --ground: #15171c; --raised: #20242c; --text: #e9ebef; --muted: #a5adba; --line: #353b46; --accent: #93a8ff;
    --on-accent: #10131b; --sent: #62d394; --waiting: #f3bd55; --lost: #ff8a8a; --ignored: #c5acff;
    --shadow: 0 8px 40px rgb(0 0 0 / .7);
  }
}
*, *::before, *::after { box-sizing: border-box; }
canvas { position: fixed; inset: 0; width: 100%; height: 100%; }

.panel, .folded { pointer-events: auto; position: fixed; color: var(--text); font: 13px/1.45 system-ui, sans-serif; }
.panel {
  inset: 0 0 0 auto; width: min(420px, 100vw); display: flex; flex-direction: column;
  background: var(--ground); box-shadow: var(--shadow); border: 0 solid var(--line); border-left-width: 1px;
}
.panel.left { inset: 0 auto 0 0; border-width: 0 1px 0 0; }
.folded { right: 16px; bottom: 16px; }
.folded.left { right: auto; left: 16px; }
.folded button {
  min-height: 44px; padding: 0 18px; border-radius: 22px; border: 1px solid var(--line);
  background: var(--ground); box-shadow: var(--shadow);
}

h2, h3, p, ul, ol, dl, dd, fieldset, pre { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h2 { font-size: 15px; margin-right: auto; }
h3 { font-size: 11px; letter-spacing: .05em; text-transform: uppercase; color: var(--muted); margin-bottom: 4px; }
b, th { font-weight: 600; }
code, pre, time { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 12px; }
code { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border-radius: 6px; padding: 8px; }
pre.url { max-height: 9em; overflow: auto; }
small { display: block; font-size: 12px; color: var(--muted); }
.muted { color: var(--muted); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

button, input { font: inherit; color: inherit; }
button { cursor: pointer; background: none; border: 1px solid transparent; border-radius: 6px; }
button:disabled { opacity: .5; cursor: default; }
button:hover:not(:disabled) { background: var(--raised); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.small { border-color: var(--line); padding: 3px 10px; min-height: 28px; }
.icon { width: 32px; height: 32px; font-size: 18px; line-height: 1; }

header { display: flex; align-items: center; gap: 4px; padding: 8px 8px 8px 14px; }
.switch { display: inline-flex; align-items: center; gap: 8px; padding: 4px 8px; min-height: 32px; }
.switch::before {
  content: ''; width: 30px; height: 18px; border-radius: 9px; border: 1px solid var(--muted);
  background: radial-gradient(circle at 8px 50%, var(--muted) 5px, transparent 5.5px);
}
.switch[aria-checked=true]::before {
  border-color: var(--accent);
  background: radial-gradient(circle at 20px 50%, var(--on-accent) 5px, transparent 5.5px) var(--accent);
}

.glance { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 14px; padding: 2px 14px 10px; }
.glance div { display: flex; gap: 6px; min-width: 0; }
.glance dt, .setup dt { color: var(--muted); }
.glance dd { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.consent::before { content: '●'; margin-right: 4px; }
.consent.granted { color: var(--sent); }
.consent.hold { color: var(--waiting); }
.consent.denied, .lost { color: var(--lost); }


.mistakes { max-height: 30%; overflow: auto; padding: 0 14px; background: var(--raised); border-bottom: 1px solid var(--line); }
.mistakes + .glance { padding-top: 10px; }
.mistakes li { padding: 8px 0; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 12px; padding: 6px 14px; background: var(--raised); font-size: 12px; }
.legend li { display: flex; align-items: center; gap: 5px; }
.swatch { width: 10px; height: 10px; border-radius: 2px; }

[role=tablist] { display: flex; padding: 0 8px; border-bottom: 1px solid var(--line); }
[role=tab] { padding: 8px 12px; border-radius: 0; border-bottom: 2px solid transparent; color: var(--muted); }
[role=tab][aria-selected=true] { color: var(--text); border-bottom-color: var(--accent); font-weight: 600; }

.body { flex: 1; overflow: auto; overscroll-behavior: contain; }
.toolbar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 10px 14px; }
.toolbar input {
  flex: 1; min-width: 0; padding: 5px 10px; min-height: 32px; border-radius: 6px; border: 1px solid var(--line);
  background: var(--raised);
}
.toolbar input::placeholder { color: var(--muted); opacity: 1; }
fieldset { display: flex; flex-wrap: wrap; gap: 4px; flex-basis: 100%; min-width: 0; }
.choice { border-color: var(--line); border-radius: 14px; padding: 2px 10px; min-height: 28px; font-size: 12px; }
.choice[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.count { opacity: .75; font-variant-numeric: tabular-nums; }

.stream > li, .findings li { border-top: 1px solid var(--line); }
.stream > li:last-child, .findings li:last-child { border-bottom: 1px solid var(--line); }
.earlier { opacity: .75; }
.row {
  display: grid; grid-template-columns: 98px 1fr auto; gap: 0 8px; align-items: baseline; width: 100%;
  padding: 7px 14px; text-align: start; border-radius: 0; border: 0;
}
.row:focus-visible { outline-offset: -2px; }
.row[aria-expanded=true] { background: var(--raised); }
.row time { color: var(--muted); font-size: 11px; }
.what { min-width: 0; overflow-wrap: anywhere; }
.why { grid-column: 2 / -1; color: var(--muted); font-size: 12px; }
.outcome { font-size: 12px; font-weight: 600; white-space: nowrap; }
.actor { font-size: 12px; margin-left: 6px; padding: 0 6px; border: 1px solid var(--line); border-radius: 8px; white-space: nowrap; }
.outcome::before { display: inline-block; width: 1.2em; }
.sent { color: var(--sent); } .sent::before { content: '✓'; }
.waiting { color: var(--waiting); } .waiting::before { content: '…'; }
.withheld { color: var(--accent); } .withheld::before { content: '◌'; }
.ignored { color: var(--ignored); } .ignored::before { content: '–'; }
.dropped, .error { color: var(--lost); } .dropped::before, .error::before { content: '✕'; }
.warning { color: var(--waiting); } .warning::before { content: '!'; }

.details { padding: 6px 14px 16px; display: grid; gap: 14px; background: var(--raised); }
.details pre { background: var(--ground); }
.details section { min-width: 0; }
.trail li { display: grid; grid-template-columns: auto auto 1fr; gap: 0 8px; overflow-wrap: anywhere; }
.trail time { color: var(--muted); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: none; }
tbody th { width: 92px; text-align: start; vertical-align: top; padding: 4px 8px 4px 0; }
tbody td { padding: 4px 0; }
tbody tr + tr { border-top: 1px solid var(--line); }
.bad small { color: var(--lost); font-weight: 600; }
.value { white-space: pre-wrap; }
.buttons { display: flex; gap: 8px; margin-top: 8px; }

.findings li { padding: 10px 14px; display: grid; gap: 4px; }
.findings b { overflow-wrap: anywhere; }
.findings .outcome { margin-right: 8px; }
.compared { padding: 0 14px 16px; }
.compared thead { display: table-header-group; }
.compared th, .compared td { width: auto; padding: 6px 8px 6px 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
.compared thead th { color: var(--muted); font-size: 12px; }
.compared tbody { border-top: 1px solid var(--line); }
.compared th > *, .compared td > * { display: block; }
.compared .hidden { display: block; }
.compared td { font-size: 12px; }
.compared time { color: var(--muted); font-size: 11px; }
.compared .lost { font-weight: 600; }
.note { margin: 0 14px 10px; padding: 6px 10px; border-radius: 6px; background: var(--raised); }
.compared .note { margin-inline: 0; }
.setup { padding: 0 14px 16px; display: grid; gap: 10px; }
.setup dd { overflow-wrap: anywhere; }
.empty { padding: 24px 14px; color: var(--muted); text-align: center; }
.more { width: 100%; min-height: 40px; color: var(--accent); }

@media (max-width: 640px) {
  .panel, .panel.left {
    inset: auto 0 0 0; width: auto; height: min(62vh, 560px); border-width: 1px 0 0; border-radius: 14px 14px 0 0;
  }
  .wide { display: none; }
  .icon, .switch, .small, .choice, .toolbar input, [role=tab] { min-height: 40px; min-width: 40px; }
  .row { padding-block: 11px; }
  fieldset { flex-wrap: nowrap; overflow-x: auto; margin-inline: -14px; padding-inline: 14px; flex-basis: calc(100% + 28px); }
  .choice { flex: none; border-radius: 20px; }
}
@media (forced-colors: active) {
  .panel, .folded button { border: 1px solid; }
  .choice[aria-pressed=true], [role=tab][aria-selected=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
`
