/** The root element of an XML document. Throws if it is not well-formed, or if the page's security policy forbids parsing. */
export function parseXml(text: string): Element {
  const { documentElement } = new DOMParser().parseFromString(text, 'text/xml')
  // Browsers report a parse error as an element, but put it in different places.
  if (documentElement.querySelector('parsererror') || documentElement.matches('parsererror'))
    throw new SyntaxError()
  return documentElement
}

/** How to read the elements of the XML form; any other element is text. */
const readers: Readonly<Record<string, (element: Element) => unknown>> = {
  response: membersOf,
  lst: membersOf,
  doc: membersOf,
  // Counts are attributes, products are elements without a name.
  result: (element) => ({
    ...Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    products: [...element.children].map(contentOf),
  }),
  arr: (element) => [...element.children].map(contentOf),
  int: numberOf,
  long: numberOf,
  float: numberOf,
  double: numberOf,
  bool: ({ textContent }) => textContent === 'true',
  null: () => null,
}

/** Converts the XML form of a reply to its JSON form. */
export const contentOf = (element: Element): unknown =>
  (readers[element.localName] ?? (({ textContent }) => textContent))(element)

function numberOf({ textContent }: Element): number {
  return Number(textContent)
}

/** The members by their `name`. A name that occurs again makes a list, like a repeated parameter. */
function membersOf(element: Element): Record<string, unknown> {
  const members = new Map<string, unknown>()
  for (const child of element.children) {
    const name = child.getAttribute('name') ?? child.localName
    const value = contentOf(child)
    members.set(name, members.has(name) ? [members.get(name), value].flat() : value)
  }
  return Object.fromEntries(members)
}
