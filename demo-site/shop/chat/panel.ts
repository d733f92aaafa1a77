/** The chat's window: beside the page where there is room, over it on a phone. */
export interface Panel {
  close(): void
  /** Opens it when it was open on the page before, without taking the focus. Never on a phone. */
  restore(): void
  focus(): void
  /** Scrolls to the beginning of what was said last. */
  showLatest(): void
}

const OPEN_KEY = 'shop.chat.open'

/** Opens by its button, closes by Escape, and gives the focus back to the button. */
export function createPanel(parts: {
  readonly button: HTMLElement
  readonly dialog: HTMLDialogElement
}): Panel {
  const { button, dialog } = parts
  const isPhone = matchMedia('(max-width: 47.99rem)')

  function remember(isOpen: boolean) {
    sessionStorage.setItem(OPEN_KEY, String(isOpen))
    button.setAttribute('aria-expanded', String(isOpen))
  }

  const focus = () => dialog.querySelector('textarea')?.focus()

  function open() {
    if (isPhone.matches) dialog.showModal()
    else dialog.show()
    remember(true)
    focus()
    showLatest()
  }

  function showLatest() {
    const body = dialog.querySelector('.chat-body')
    const last = body?.querySelector<HTMLElement>('.chat-turn:last-of-type')
    if (body && last) body.scrollTop = last.offsetTop - 12
  }

  button.addEventListener('click', () => (dialog.open ? dialog.close() : open()))
  dialog.addEventListener('close', () => {
    remember(false)
    button.focus()
  })
  // A modal dialog closes by Escape itself; one beside the page does not.
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dialog.close()
  })

  return {
    close: () => dialog.close(),
    focus,
    showLatest,
    restore() {
      if (isPhone.matches || sessionStorage.getItem(OPEN_KEY) !== 'true') return
      // Not show(), which would take the focus from the page.
      dialog.open = true
      remember(true)
      showLatest()
    },
  }
}
