/** The element's styles. A page changes them through custom properties and parts. */
export const agentStyles = `
:host {
  --_accent: var(--svc-agent-accent, #1f4d45); --_accent-ink: var(--svc-agent-accent-ink, #fff);
  --_surface: var(--svc-agent-surface, #fff); --_ink: var(--svc-agent-ink, #1d1f1e);
  --_muted: var(--svc-agent-muted, #5c625f); --_line: var(--svc-agent-line, #d9dcd8);
  --_tint: var(--svc-agent-tint, #eef1ee); --_radius: var(--svc-agent-radius, 1rem);
  color-scheme: light; font: var(--svc-agent-font, inherit);
}
@media (prefers-color-scheme: dark) {
  :host(:not([theme="light"])) {
    --_accent: var(--svc-agent-accent, #9fd3c6); --_accent-ink: var(--svc-agent-accent-ink, #10221e);
    --_surface: var(--svc-agent-surface, #1a1d1c); --_ink: var(--svc-agent-ink, #eceeec);
    --_muted: var(--svc-agent-muted, #a6ada9); --_line: var(--svc-agent-line, #3a403d);
    --_tint: var(--svc-agent-tint, #282d2b); color-scheme: dark;
  }
}
:host([hidden]) { display: none }
*, ::before { box-sizing: border-box }
button { font: inherit; cursor: pointer }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px }
.open {
  position: fixed; z-index: var(--svc-agent-z, 1000); inset-inline-end: 1rem; bottom: var(--svc-agent-bottom, 1rem);
  display: flex; align-items: center; gap: .6rem; padding: .75rem 1.1rem; border: 0; border-radius: 2rem;
  background: var(--_accent); color: var(--_accent-ink); font-weight: 550; box-shadow: 0 2px 12px rgb(0 0 0 / .25);
}
:host([open]) .open { visibility: hidden }
:host([place="inline"]) .open { display: none }
.panel {
  position: fixed; z-index: var(--svc-agent-z, 1000); inset: 0; width: 100%; max-width: none; height: 100dvh; max-height: none;
  margin: 0; padding: 0; border: 0; background: var(--_surface); color: var(--_ink);
}
.panel[open], :host([place="inline"]) .panel { display: grid; grid-template-rows: auto minmax(0, 1fr) auto }
:host([place="inline"]) { display: block; height: 32rem }
:host([place="inline"]) .panel { position: static; height: 100%; border: 1px solid var(--_line); border-radius: var(--_radius); overflow: hidden }
.head { display: flex; align-items: center; gap: .75rem; padding: .5rem 1.1rem; padding-inline-end: .5rem; border-bottom: 1px solid var(--_line) }
h2 { flex: 1; margin: 0; font-size: 1.15rem }
.plain, .close { min-height: 2.75rem; padding: 0 .5rem; border: 0; background: none; color: inherit }
.plain { color: var(--_muted); font-size: .9rem; text-decoration: underline }
.close { width: 2.75rem; font-size: 1.6rem; line-height: 1 }
.body { position: relative; padding: 1.1rem; overflow-y: auto; overscroll-behavior: contain }
.log { display: grid; gap: 1rem }
.turn { min-width: 0; max-width: 88% }
.agent:has(.cards) { max-width: none }
p { margin: 0 }
.turn > p { width: fit-content; padding: .6rem .9rem; border-radius: var(--_radius); background: var(--_tint); overflow-wrap: anywhere; white-space: pre-line }
.shopper { justify-self: end }
.shopper > p { background: var(--_accent); color: var(--_accent-ink) }
.turn > .break { width: auto; background: none; color: var(--_muted); font-size: .85rem; text-align: center }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1.1rem .75rem; margin: .9rem 0 0; padding: 0; list-style: none }
.card { position: relative; display: grid; align-content: start; gap: .15rem; min-width: 0 }
.card img, .blank { width: 100%; height: auto; aspect-ratio: 5 / 6; object-fit: cover; border-radius: calc(var(--_radius) / 2); background: var(--_tint) }
.card a { color: inherit; overflow-wrap: anywhere }
.card a::after { content: ""; position: absolute; inset: 0 }
.price { font-weight: 550 }
.muted, .status { color: var(--_muted); font-size: .85rem }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin-top: .75rem }
.chips > .muted { flex: none; width: 4.5rem }
.chip { min-height: 2.25rem; padding: .3rem .8rem; border: 1px solid var(--_line); border-radius: 2rem; background: var(--_surface); color: inherit; text-align: start }
.chip:hover { border-color: var(--_accent) }
.status { min-height: 1.5rem; margin-top: .75rem }
.dots::before { content: "•••"; margin-inline-end: .5rem; letter-spacing: .15em }
.problem { display: grid; gap: .6rem; justify-items: start; padding: .9rem; border: 1px solid currentColor; border-radius: var(--_radius); color: var(--svc-agent-problem, inherit) }
form { display: flex; align-items: end; gap: .5rem; padding: .75rem 1.1rem max(.9rem, env(safe-area-inset-bottom)); border-top: 1px solid var(--_line) }
textarea { flex: 1; min-width: 0; min-height: 2.75rem; max-height: 8rem; padding: .55rem 1rem; border: 1px solid var(--_muted); border-radius: 1.4rem; background: var(--_surface); color: inherit; font: inherit; resize: none; field-sizing: content }
textarea::placeholder { color: var(--_muted); opacity: 1 }
.send { min-height: 2.75rem; padding: .4rem 1.1rem; border: 0; border-radius: 2rem; background: var(--_accent); color: var(--_accent-ink); font-weight: 550 }
.send:disabled { opacity: .6 }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-width: 47.99rem) {
  .open { padding: .85rem }
  .open span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
}
@media (min-width: 48rem) {
  :host(:not([place="inline"])) .panel { inset: 0; inset-inline-start: auto; width: var(--svc-agent-width, 25rem); border-inline-start: 1px solid var(--_line) }
}
@media (prefers-reduced-motion: no-preference) {
  .dots { animation: breathe .7s ease-in-out infinite alternate }
  @keyframes breathe { from { opacity: .35 } }
}
@media (forced-colors: active) { .open, .send, .chip { border: 1px solid } }
`
