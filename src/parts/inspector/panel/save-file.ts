/** A text to be saved under a name. */
export interface TextFile {
  readonly name: string
  readonly text: string
}

/** Offers a JSON file for saving, as a link would. */
export function saveFile(document: Document, { name, text }: TextFile) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
