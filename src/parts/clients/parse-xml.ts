/** The root element of an XML text. Throws where it is not well-formed, or the page forbids to parse. */
export function parseXml(text: string): Element {
  const { documentElement } = new DOMParser().parseFromString(text, 'text/xml')
  // Browsers report an error as an element, each at its own place.
  if (documentElement.querySelector('parsererror') || documentElement.matches('parsererror'))
    throw new SyntaxError()
  return documentElement
}
