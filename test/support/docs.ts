import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A block of code in a page of the documentation. */
export interface Block {
  /** `docs/markup.md:12`, for the message of a failed test. */
  readonly where: string
  readonly language: string
  /** Path of the file that the block is a part of, after the language; the reader's own in pages of an installation. */
  readonly file: string
  readonly code: string
}

const project = new URL('../../', import.meta.url)

/** A file of this project, by its path from the root. */
export const readFile = (path: string): string => readFileSync(new URL(path, project), 'utf8')

export const inProject = (path: string): string => fileURLToPath(new URL(path, project))

/** Pages of the site that only include a page from elsewhere. */
const INCLUDES = 'project/'

const folder = readdirSync(new URL('docs', project), { recursive: true })
  .map(String)
  .filter(
    (name) => name.endsWith('.md') && !name.startsWith(INCLUDES) && !name.includes('.vitepress'),
  )
  .sort()

/** Every page that people read, by its path from the root. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'src/gtm/README.md',
  ...folder.map((name) => `docs/${name}`),
]

/** Pages whose blocks are commands and files of the reader's own project: `test/install` follows them. */
export const isFollowed = (page: string): boolean =>
  /^docs\/install\/(html|react|vue|nextjs)\.md/.test(page)

/** The blocks of a page in order; those in a list lose its indent. */
export function blocksOf(page: string): Block[] {
  const text = readFile(page)
  return [...text.matchAll(/^( *)```(\w*)(?: ([^\n]*))?\n(.*?)^\1```$/gms)].map(
    ({ 1: indent = '', 2: language = '', 3: file = '', 4: code = '', index }) => ({
      where: `${page}:${text.slice(0, index).split('\n').length}`,
      language,
      file,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

export const blocks: readonly Block[] = pages.flatMap(blocksOf)

export const inLanguage = (...languages: readonly string[]): Block[] =>
  blocks.filter(({ language }) => languages.includes(language))
