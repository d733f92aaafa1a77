import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether this run is for the documentation, which `npm run evidence` sets. Otherwise, a bench only prints. */
const isEvidence = process.argv.includes('--evidence')

/** The word that selects rows of a bench; empty for all rows. */
export const chosenWord = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** The start of the hash of `svc.js`, which tells which build a figure belongs to: `sha256sum dist/svc.js`. */
const buildHash = (): string =>
  createHash('sha256')
    .update(readFileSync(pathOf('dist/svc.js')))
    .digest('hex')
    .slice(0, 8)

/**
 * Prints the lines of a table as they are measured. In a run for the documentation, also writes them to `docs/evidence.md` between `<!--
 * bench:NAME -->` and its end, with the date, the build and the command.
 */
export function evidenceTable(name: string) {
  const lines: string[] = []
  return {
    print(line: string) {
      lines.push(line)
      console.log(line)
    },
    write() {
      if (!isEvidence) return
      const file = pathOf('docs/evidence.md')
      const text = readFileSync(file, 'utf8')
      const place = new RegExp(`(<!-- bench:${name} -->\n)[^]*(<!-- /bench:${name} -->)`)
      if (!place.test(text)) throw new Error(`docs/evidence.md has no place for ${name}.`)
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date())
      const stamp = `Build ${buildHash()}, ${day}, \`npm run bench -- ${name}\`:`
      writeFileSync(
        file,
        text.replace(place, (_, start, end) => `${start}${stamp}\n\n${lines.join('\n')}\n${end}`),
      )
    },
  }
}
