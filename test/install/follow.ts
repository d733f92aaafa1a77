import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { plainEnvironment } from '../support/fixtures/clean-project.ts'
import { type Block, blocksOf, inProject } from '../support/fixtures/docs.ts'

/** A reader of an installation page: an empty folder, and the keys of the shop. */
export interface Reader {
  /** The reader's own project. */
  readonly root: string
  /** A folder with the packed tag, which stands for the clone after `npm pack`. */
  readonly clone: string
  readonly siteKey: string
  readonly trackerUrl: string
}

/** The build has run before any test. */
const BEFORE = /^npm (run build|pack)$/gm

async function run({ code }: Block, { root, clone }: Reader) {
  const isInClone = code.startsWith('# in the clone')
  if (!isInClone && !code.startsWith('# in your project'))
    throw new Error(`"${code}" names no folder: begin with "# in the clone" or "# in your project"`)
  const cwd = isInClone ? inProject('.') : root
  const env = { ...plainEnvironment(), SITE: root, SVC_TAG: clone }
  await promisify(execFile)('sh', ['-ec', code.replaceAll(BEFORE, ':')], { cwd, env })
}

/** The text with the reader's own keys. Automated browsers are recorded only on request. */
const withOwnKeys = (code: string, { siteKey, trackerUrl }: Reader) =>
  code
    .replace("siteKey: 'SITE'", `siteKey: '${siteKey}', recordBots: true`)
    .replace('data-site-key="SITE"', `data-site-key="${siteKey}" data-record-bots`)
    .replaceAll('https://tracker.example', trackerUrl)

/**
 * Does what an installation page says, block by block: commands are run, named files are written.
 *
 * @throws Error with the command's own output when one fails.
 */
export async function followPage(page: string, reader: Reader): Promise<void> {
  for (const block of blocksOf(page)) {
    if (block.language === 'sh') await run(block, reader)
    else {
      const file = join(reader.root, block.file)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, withOwnKeys(block.code, reader))
    }
  }
}
