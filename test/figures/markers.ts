const pattern = (name: string) => new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`)

/**
 * The text between `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws Error when the text has no such markers.
 */
export function between(text: string, name: string): string {
  const found = pattern(name).exec(text)
  if (!found) throw new Error(`no <!-- ${name} --> … <!-- /${name} -->`)
  return found[2]?.trim() ?? ''
}

/** Replaces what stands between the markers of a name. */
export function replaceBetween(text: string, name: string, content: string): string {
  between(text, name)
  return text.replace(pattern(name), (_all, start, _old, end) => `${start}${content}\n${end}`)
}

/** The cells of each row of a Markdown table, the head first; the line below it is left out. */
export const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )

/** A Markdown table of these rows, the head first. */
export function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
