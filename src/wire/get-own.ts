/** A member of an object that is its own: what a page has put on a prototype is not there. */
export const getOwn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.prototype.hasOwnProperty.call(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
