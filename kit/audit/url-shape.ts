/** A part of a path that differs from page to page: it has a digit, a dash, an escape or an extension. */
const isVarying = (part: string) => /[\d%_-]|\.\w+$/.test(part)

/**
 * The shape that an address shares with others of its template: `/p/blue-hat` is `/p/*`. The last of several parts always
 * counts as varying; of a query only the names count.
 */
export function urlShape(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const shaped = parts.map((part, place) => {
    const isLast = place > 0 && place === parts.length - 1
    return isLast || isVarying(part) ? '*' : part
  })
  const names = [...new Set(searchParams.keys())].sort()
  return `/${shaped.join('/')}${names.length ? `?${names.join('&')}` : ''}`
}

const withoutFragment = (url: string) => url.replace(/#.*/, '')

/** Pages still to be opened, those of the least seen shape first. Starts empty. */
export function createFrontier(isWanted: (url: string) => boolean) {
  const known = new Set<string>()
  const waiting = new Map<string, string[]>()
  const taken = new Map<string, number>()
  const takenOf = (shape: string) => taken.get(shape) ?? 0
  return {
    /** Adds addresses that are not known yet. */
    add(urls: readonly string[]) {
      for (const url of urls.map(withoutFragment)) {
        if (known.has(url) || !isWanted(url)) continue
        known.add(url)
        const shape = urlShape(url)
        waiting.set(shape, [...(waiting.get(shape) ?? []), url])
      }
    },
    /** The next address; `undefined` if none is left. */
    next(): string | undefined {
      const [shape] = [...waiting.keys()].sort((one, two) => takenOf(one) - takenOf(two))
      const url = shape === undefined ? undefined : waiting.get(shape)?.shift()
      if (shape === undefined || url === undefined) return undefined
      if (waiting.get(shape)?.length === 0) waiting.delete(shape)
      taken.set(shape, takenOf(shape) + 1)
      return url
    },
  }
}

/** The words of one piece of an address: `addToCart` and `add_to-cart` are `add to cart`. */
const wordsOf = (piece: string) =>
  piece
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join(' ')

const THINGS =
  '(?:cart|bag|basket|trolley|wish ?list|wish|favou?rites?|compare|comparison|items?|products?|address|coupon)'

/** An action and its object in one piece: `add-to-cart`, `remove_item`, `Cart-AddProduct`. */
const DOES_SOMETHING = new RegExp(
  `\\b(?:add|remove|delete|empty|clear|undo|put|move)(?: (?:to|from|into|the|my|shopping|all|item|product|line))* ${THINGS}\\b`,
)

/** Pieces that are an action by themselves. */
const ACTION =
  /^(?:add|added|remove|removed|delete|destroy|undo|(?:un)?subscribe|(?:up|down)?vote|helpful|(?:un)?like|(?:un)?follow|reorder)$/

const LEAVES = /\b(?:my ?)?(?:log|sign) ?(?:out|off)\b/

/** The same in other languages, anywhere in a piece. */
const ELSEWHERE =
  /\b(?:hinzufuegen|hinzufugen|entfernen|loeschen|loschen|abmelden|ajouter|supprimer|retirer|deconnexion|anadir|agregar|eliminar|adicionar|remover|aggiungi|rimuovi|toevoegen|verwijderen|afmelden|uitloggen|dodaj|usun|wyloguj)\b/

/** Actions only after the name of a cart or list: `/cart/clear`, but not `/sale/clear`. */
const CHANGE = /^(?:change|clear|empty|update|move)$/
const THING = new RegExp(`^${THINGS}$`)

/** Anti-CSRF tokens appear only in addresses that change something. */
const TOKEN = /nonce|csrf|xsrf|form_?key|authenticity_?token/i

const ACTION_PARAMETER = /^(?:_?action|do|act|cmd|op|task|route|_?method|func|event|wc-ajax)$/i

const isAction = (piece: string) => {
  const words = wordsOf(piece)
  return [DOES_SOMETHING, ACTION, LEAVES, ELSEWHERE].some((pattern) => pattern.test(words))
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    // Invalid percent-encoding.
    return text
  }
}

/**
 * Whether opening an address may change something for its visitor: add to a cart, remove, vote, log out. Judged by the address
 * alone, and in doubt with yes: a page that is not audited costs less than a cart that fills.
 */
export function hasEffect(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  const parts = pathname.split('/').filter(Boolean).map(decoded)
  const isPathAction = parts.some((part, place) => {
    const before = wordsOf(parts[place - 1] ?? '')
    // Shopify's permalinks, /cart/VARIANT:QUANTITY, fill a cart.
    return (
      isAction(part) || (THING.test(before) && (CHANGE.test(wordsOf(part)) || /^\d+:\d/.test(part)))
    )
  })
  return (
    isPathAction ||
    [...searchParams].some(
      ([name, value]) =>
        isAction(name) ||
        TOKEN.test(name) ||
        (ACTION_PARAMETER.test(name) && value.split('/').some(isAction)),
    )
  )
}
