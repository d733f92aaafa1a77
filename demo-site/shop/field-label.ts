const labels: Readonly<Record<string, string>> = {
  color: 'Colour',
  categoryPath: 'Category',
  gender: 'For',
}

/** A field's name for people: the shop's own word, else the given one, else made from the field. */
export function fieldLabel(field: string, given?: string): string {
  const name = field.replace(/_uFilter$/, '')
  const own = Object.hasOwn(labels, name) ? labels[name] : undefined
  const words = name.replaceAll('_', ' ')
  return own ?? given ?? words.charAt(0).toUpperCase() + words.slice(1)
}
