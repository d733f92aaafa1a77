/** A member of a value from the page, own or inherited, because values are checked before anything is reported. */
export const memberOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/** One e-commerce event, in any of the supported forms. */
export interface EcommerceEvent {
  /** The page's name for the event. */
  readonly name: string
  /** How the page reported the event. Shops that use two versions of Analytics, or also Adobe's library, report everything twice. */
  readonly form: 'gtag' | 'push' | 'older' | 'adobe'
  /** Fields of the event itself: list, term, transaction. */
  readonly about: readonly unknown[]
  readonly items: readonly unknown[]
}

/** Members of the older `ecommerce` object, with the names that GA4 has for them. */
const OLDER = {
  impressions: 'view_item_list',
  click: 'select_item',
  add: 'add_to_cart',
  purchase: 'purchase',
}

/** The first of several members that is a string or a number, as a string; empty if there is none. */
export const textOf = (sources: readonly unknown[], ...names: readonly string[]): string =>
  String(
    sources
      .flatMap((source) => names.map((name) => memberOf(source, name)))
      .find((value) => value && typeof value !== 'object') ?? '',
  )

/** Whether a value is a list. PHP writes a list with gaps as an object with numbers as names: `{"0": …, "2": …}`. */
const isList = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && /^(\d+(,|$))+$/.test(Object.keys(value).join()))

/** A list that the page wrote; empty for anything else. */
export const listFrom = (value: unknown): readonly unknown[] =>
  isList(value) ? Object.values(value) : []

/**
 * The events of a dataLayer entry in one of three forms: `['event', name, {items}]` (gtag's `arguments`), `{event, ecommerce: {items}}`
 * (GA4) or `{ecommerce: {click: {products}}}` (Universal Analytics).
 */
export function eventsIn(entry: unknown): readonly EcommerceEvent[] {
  const ecommerce = memberOf(entry, 'ecommerce')
  if (memberOf(entry, '0') === 'event')
    return [createEvent('gtag', memberOf(entry, '1'), memberOf(entry, '2'))]
  return [createEvent('push', memberOf(entry, 'event'), ecommerce, entry), ...olderIn(ecommerce)]
}

const createEvent = (
  form: EcommerceEvent['form'],
  name: unknown,
  ...about: readonly unknown[]
): EcommerceEvent => ({
  name: name as string,
  form,
  about,
  items: listFrom(about.map((part) => memberOf(part, 'items')).find(isList)),
})

const olderIn = (ecommerce: unknown): EcommerceEvent[] =>
  Object.entries(OLDER).map(([member, name]) => {
    const given = memberOf(ecommerce, member)
    const items = listFrom(memberOf(given, 'products') ?? given)
    return { name, form: 'older', about: [memberOf(given, 'actionField')], items }
  })
