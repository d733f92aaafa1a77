/** The stylesheet of the HTML report: light and dark, phone and desktop. */
export const STYLES = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5b6470; --page: #f7f8f9; --card: #fff; --line: #d9dee3;
  --error: #b3261e; --warning: #8a5a00; --known: #5b6470; --good: #12693b; --link: #0b57d0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a6afba; --page: #14171a; --card: #1d2125;
  --line: #363c43; --error: #ff8a80; --warning: #f2bd5c; --known: #a6afba; --good: #7fd6a4; --link: #8ab4f8 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; overflow-wrap: anywhere }
h3 { font-size: 1rem; margin: 0 0 .25rem }
p { margin: .25rem 0 }
a { color: var(--link); overflow-wrap: anywhere }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
.summary { font-size: 1.1rem; font-weight: 600 }
.clean { color: var(--good) }
.facts, .fix, summary { color: var(--soft) }
.finding { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--known);
  border-radius: 6px; padding: .75rem 1rem; margin: .75rem 0 }
.error { border-left-color: var(--error) }
.warning { border-left-color: var(--warning) }
.error .severity { color: var(--error) }
.warning .severity { color: var(--warning) }
.known .severity { color: var(--known) }
.finding img { display: block; max-width: 100%; max-height: 20rem; border: 1px solid var(--line); border-radius: 4px; margin: .5rem 0 }
details { margin-top: .5rem }
summary { cursor: pointer; padding: .25rem 0 }
details ul { margin: .25rem 0; padding-left: 1.25rem }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--card) }
table { border-collapse: collapse; min-width: 40rem; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem; border-bottom: 1px solid var(--line) }
tr:last-child td { border-bottom: 0 }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`
