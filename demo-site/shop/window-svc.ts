import type { Svc } from '../../src/api/svc'

/** `window.svc`: the snippet in the head of every page puts it there, and it keeps calls until the tag has loaded. */
export const readSvc = (): Svc => (window as unknown as { readonly svc: Svc }).svc

/** Rejects when the tag cannot be loaded, as with a content blocker; never settles otherwise. */
function whenBlocked(): Promise<never> {
  const script = document.querySelector<HTMLScriptElement>('script[data-site-key]')
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('The tag could not be loaded.'))
    // The element says it itself, because that may be before this script runs.
    if (script?.dataset.failed !== undefined) fail()
    else script?.addEventListener('error', fail)
  })
}

/** Settles as a call does. Rejects when there will be no tag: the call would wait for ever, and the shopper with it. */
export const answered = <Result>(call: Promise<Result>): Promise<Result> =>
  Promise.race([call, whenBlocked()])

/** Opens the tag's inspector by the button above the header; the tag itself opens it at Alt+Shift+S. */
export function startInspectButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('.inspect-button')
  button?.addEventListener('click', () => {
    // With a content blocker there is no tag, and so nothing to inspect.
    readSvc()
      .inspect()
      .catch(() => {
        button.disabled = true
      })
  })
}
