import { readSvc } from '../window-svc'

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
