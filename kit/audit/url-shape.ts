/** A part of a path that differs from page to page: it has a digit, a dash, an escape or an extension. */
const isVarying = (part: string) => /[\d%_-]|\.\w+$/.test(part)

/**
 * The shape that a URL shares with others of the same template: `/p/blue-hat` becomes `/p/*`. The
 * last of several path segments always counts as varying; in a query, only the names count.
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

/** The pages that are still to be opened, those with the rarest shapes first. Starts empty. */
export function createFrontier(isWanted: (url: string) => boolean) {
  const known = new Set<string>()
  const waiting = new Map<string, string[]>()
  const taken = new Map<string, number>()
  const takenOf = (shape: string) => taken.get(shape) ?? 0
  return {
    /** Adds URLs that are not known yet. */
    add(urls: readonly string[]) {
      for (const url of urls.map(withoutFragment)) {
        if (known.has(url) || !isWanted(url)) continue
        known.add(url)
        const shape = urlShape(url)
        waiting.set(shape, [...(waiting.get(shape) ?? []), url])
      }
    },
    /** The next URL; `undefined` if none is left. */
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

/** The words in one part of a URL: `addToCart` and `add_to-cart` become `add to cart`. */
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

/** An action and its object in one part: `add-to-cart`, `remove_item`, `Cart-AddProduct`. */
const DOES_SOMETHING = new RegExp(
  `\\b(?:add|remove|delete|empty|clear|undo|put|move)(?: (?:to|from|into|the|my|shopping|all|item|product|line))* ${THINGS}\\b`,
)

/** Parts that are an action by themselves. */
const ACTION =
  /^(?:add|added|remove|removed|delete|destroy|undo|(?:un)?subscribe|(?:up|down)?vote|helpful|(?:un)?like|(?:un)?follow|reorder)$/

const LEAVES = /\b(?:my ?)?(?:log|sign) ?(?:out|off)\b/

/** Actions in other languages, anywhere in a part. */
const ELSEWHERE =
  /\b(?:hinzufuegen|hinzufugen|entfernen|loeschen|loschen|abmelden|ajouter|supprimer|retirer|deconnexion|anadir|agregar|eliminar|adicionar|remover|aggiungi|rimuovi|toevoegen|verwijderen|afmelden|uitloggen|dodaj|usun|wyloguj)\b/

/** Actions only after the name of a cart or list: `/cart/clear`, but not `/sale/clear`. */
const CHANGE = /^(?:change|clear|empty|update|move)$/
const THING = new RegExp(`^${THINGS}$`)

/** Anti-CSRF tokens occur only in URLs that change something. */
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
 * Whether opening a URL may change something for its visitor: add to a cart, remove, vote, log out. Decided by the URL alone; if in doubt,
 * the answer is yes, because skipping a page is better than filling a cart.
 */
export function hasEffect(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  const parts = pathname.split('/').filter(Boolean).map(decoded)
  const isPathAction = parts.some((part, place) => {
    const before = wordsOf(parts[place - 1] ?? '')
    // Shopify's permalinks, such as /cart/VARIANT:QUANTITY, add products to the cart.
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
