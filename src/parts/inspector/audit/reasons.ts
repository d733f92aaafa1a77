/** A reason that `svc.explain()` gives for something that was not sent, or not yet. */
export interface Reason {
  /** The reason as the docs show it; `…` stands for anything. */
  readonly text: string
  /** `fault`: the page or its settings lose an event, so the audit reports it. `meant`: it must not count. `later`: it is still on its way. */
  readonly kind: 'fault' | 'meant' | 'later'
  /** For a fault, how to fix it; otherwise why it is right. */
  readonly note: string
}

const fault = (text: string, note: string): Reason => ({ text, kind: 'fault', note })
const meant = (text: string, note: string): Reason => ({ text, kind: 'meant', note })
const later = (text: string, note: string): Reason => ({ text, kind: 'later', note })

const RENDER = 'Render the value into the page, or leave it out if there is none.'
const CALL = 'Correct the data of the call, the server’s block or the dataLayer event.'
const TRACKER =
  'Ask the provider what the tracker refuses, and check the address and the site key. If it refuses only long addresses, lower maxUrlBytes.'

/**
 * Every reason for which an event is not sent. The audit, the inspector and `docs/audit.md` read it, and a test compares it with the tag. The
 * first that fits an entry counts.
 */
export const reasons: readonly Reason[] = [
  fault('data-svc-product is empty', 'Write the catalogue’s uniqueId into data-svc-product.'),
  fault('… is "…", an unrendered template or no value', RENDER),
  fault('…, an unrendered template)', RENDER),
  fault(
    'data-svc-cart names no product',
    'Write the uniqueId into data-svc-cart, or put the control inside a data-svc-product.',
  ),
  fault(
    'data-svc-qty is no whole number above 0',
    'Write the number of units into data-svc-qty, or put it on the field that holds them.',
  ),
  meant('the form is not filled in', 'The browser’s own validation stopped the form.'),
  meant(
    'the shop did not confirm it (data-svc-cart-done)',
    'The shop refused the addition, or its answer is not the one that the rule names.',
  ),
  fault(
    'data-svc-cart-done is neither a selector nor a rule',
    'Write a CSS selector that appears, or one of the rules of the markup page.',
  ),
  fault('data-svc-line is empty', 'Write the uniqueId of the product into data-svc-line.'),
  fault(
    'data-svc-price is no plain number, as 1234.50',
    'Write the price of one unit with a dot for decimals into data-svc-price, for example 1299.00.',
  ),
  fault(
    'not in a list; mark it data-svc-query or data-svc-page',
    'Put data-svc-query or data-svc-page on the element around the results.',
  ),
  fault(
    'a facet without a list',
    'Put data-svc-query or data-svc-page on the results, or name the list with svc.context().',
  ),
  fault(
    'window.dataLayer is no list, so what was pushed before the tag cannot be read',
    'Let window.dataLayer be an array before the tag and Tag Manager use it.',
  ),
  fault('no id', 'Name the member that holds the uniqueId in the dataLayer setting: {"pid": "…"}.'),
  fault(
    '…query or page is missing',
    'Name the list in the data, add a rule for lists to the dataLayer setting, or mark the list on the page.',
  ),
  fault('… is missing', CALL),
  fault('… needs …', CALL),
  fault('there is no action "…', CALL),
  fault('data-svc-events is not a list of {action, data}', CALL),
  fault('… is none of the …', CALL),
  fault(
    'not on an order page',
    'Extend orderPages so that it covers this path, or remove the mark if this is no confirmation.',
  ),
  fault(
    'a robot; recordBots counts it',
    'Set recordBots for tests that an automated browser makes.',
  ),
  fault('the tag was stopped', 'Remove the call of svc.stop().'),
  fault('too many waited: …', 'Call svc.consent() sooner, or set the cookie svc.userId sooner.'),
  fault('the queue is full', TRACKER),
  fault('the tracker …', TRACKER),
  fault('… while others arrived', TRACKER),
  fault(
    'longer than … characters',
    'Shorten the data, or raise maxUrlBytes if the tracker accepts it.',
  ),
  fault(
    'the page was left before svc-facets.js came',
    'Serve svc-facets.js from beside svc.js, compressed and cached.',
  ),
  fault('There is no setting …', 'Write the setting as docs/api names it.'),
  fault('data-… so nothing is reported. …', 'Write the missing setting.'),
  meant('inside data-svc-ignore', 'The page leaves it out.'),
  meant('a script did it', 'No person did it. scriptClicks counts it.'),
  meant('aria-disabled', 'The control is switched off.'),
  meant(
    'a control in the tile; data-svc-click counts it',
    'It does something else with the product.',
  ),
  meant('another mouse button', 'It opens a menu, not the product.'),
  meant('a double click', 'Its first click counted.'),
  meant('a drag', 'The shopper moved the page or selected text.'),
  meant('counted before', 'A product counts once per list.'),
  meant('this order was counted before', 'A reload or a link in an e-mail shows it again.'),
  meant(
    'read before; an id on the block tells two equal deliveries apart',
    'The page shows the same block again.',
  ),
  meant('once per visit', 'The tag reports the visit by itself.'),
  meant('twice', 'Another source reported the same.'),
  meant(
    'a list rule excludes it',
    'The setting dataLayer has a rule without query and page for the list.',
  ),
  meant('the dataLayer reports it', 'The setting dataLayer prefers it.'),
  meant('nothing to search for', 'The search box was empty.'),
  meant('searched before', 'The same search again.'),
  meant('no longer says that nothing was found', 'Results came in the meantime.'),
  meant('consent denied', 'The shopper refused.'),
  meant('older than 7 days', 'It is too old to be sent.'),
  meant('not a record of the tag', 'Another script wrote it into the tag’s storage.'),
  meant('shadow mode sends nothing', 'The setting shadow only compares.'),
  later('consent is on hold', 'It waits for the answer of the consent banner.'),
  later('no user id yet', 'It waits for the cookie svc.userId.'),
  later(
    'waiting for its batch, sent within 2 s',
    'Products that are seen together are sent together.',
  ),
  later('not seen long enough', 'It counts after a second in the window.'),
]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patterns = reasons.map((reason) => {
  const inside = reason.text.split('…').map(escaped).join('[^]*')
  return [new RegExp(`^(?:\\w+: )?${inside}(?: \\([^]*\\))?$`), reason] as const
})

/** What a reason of `svc.explain()` means; `undefined` if the list does not have it. */
export const reasonFor = (text: string): Reason | undefined =>
  patterns.find(([pattern]) => pattern.test(text))?.[1]
