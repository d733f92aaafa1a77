/* Tells from a link's address alone whether a crawl may open it. */

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
