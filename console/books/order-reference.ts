const WORD = 2 ** 32
const PRIME = 0x1b3

const hex = (word: number) => word.toString(16).padStart(8, '0')

/**
 * The reference of an order, as the tag sends it in `data.ref`: FNV-1a with 64 bits over `<site key>|<order id>`, as 16 hexadecimal digits.
 * The console's own implementation of the rule in docs/events.md.
 */
export function orderReference(siteKey: string, orderId: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (const byte of Buffer.from(`${siteKey}|${orderId}`)) {
    const word = (low ^ byte) >>> 0
    const product = word * PRIME
    high = (Math.imul(high, PRIME) + Math.floor(product / WORD) + (word << 8)) >>> 0
    low = product >>> 0
  }
  return hex(high) + hex(low)
}

/**
 * The ids under which a shop's page may have reported an order: as the books write it, without the `#` of an order's name, and with the
 * zeros that a spreadsheet has removed from Magento's nine digits.
 */
export function idForms(id: string): readonly string[] {
  const plain = id.replace(/^#\s*/, '')
  const padded = /^\d{1,8}$/.test(plain) ? [plain.padStart(9, '0')] : []
  return [...new Set([id, plain, ...padded])]
}
