import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { headingId } from './links.ts'

interface Subject {
  /** The name of its page in `docs/api`. */
  readonly page: string
  readonly title: string
  /** The first sentence of its page. */
  readonly about: string
  /** The names of its types and values. */
  readonly names: RegExp
}

/** The subjects of the API. A type belongs to the first that names it. */
const SUBJECTS: readonly Subject[] = [
  {
    page: 'svc',
    title: 'window.svc',
    about: 'The calls of the tag, and how a bundled application loads it.',
    names: /^(Svc|svc|loadTag\(\)|TagScript|User|ConsentState|ListContext|ListName)$/,
  },
  {
    page: 'settings',
    title: 'All settings',
    about: 'Every setting of the tag, and the types of those that are lists and objects.',
    names:
      /^(Settings|ImpressionRule|AttributeName|Preferable|(Tool|DataLayer|List|Map|Done)Rules?|PageMap|AgentAction)$/,
  },
  {
    page: 'events',
    title: 'Events and reasons',
    about:
      'What you can report by hand, the events that you can listen to, and what `svc.explain()` returns.',
    names: /^(Track|SvcEvents|EventLog|Action|PageFields|Timestamp|UserId|EventId|VisitType)/,
  },
  {
    page: 'browse',
    title: 'Browse and search',
    about: 'The queries and replies of `svc.browse` and `svc.search`, and their errors.',
    names:
      /^(Browse|SearchQuery|ListQuery|Pa(th|gePath)$|Product$|Filter|ValueRange|Sort$|Fault$|SelectedFacet|(\w+F|F)acet(Value)?$|(Range|Level)Value|Crumb|Banner)/,
  },
  {
    page: 'agent',
    title: 'Shopping Agent',
    about: 'The messages and replies of `svc.agent`, and their errors.',
    names: /^(Agent|Ask)/,
  },
  {
    page: 'checks',
    title: 'Audit and comparison',
    about: 'What `svc.audit()`, `svc.tryMap()` and `svc.compare()` return.',
    names:
      /^(Finding|(Tried|Proposed)Rule|OtherTag|Report|ReportFields?|Pair|Difference|(Tag)?Comparison)$/,
  },
]

/** The pages of the API, in the order of the sidebar, as paths from `docs` without their extension, with their titles. */
export const apiPages: Readonly<Record<string, string>> = {
  'api/index': 'API',
  ...Object.fromEntries(SUBJECTS.map(({ page, title }) => [`api/${page}`, title])),
}

const folder = new URL('../api/', import.meta.url)

/**
 * Writes the API reference into `docs/api`, from the docstrings: a first page, and a page for each subject.
 *
 * @throws Error if a type belongs to no subject.
 */
export function writeApiPages(): void {
  execFileSync(process.execPath, ['node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: 'inherit',
  })
  const [intro = '', ...entries] = readFileSync(new URL('index.md', folder), 'utf8')
    .replace(/^(## .*|\*\*\*)\n\n/gm, '')
    .replace(/^#+ Inherited from\n\n.*\n\n/gm, '')
    .split(/^(?=### )/m)
  const texts = new Map(SUBJECTS.map(({ page }) => [page, '']))
  const pageOf = new Map<string, string>()
  for (const entry of entries) {
    const [, name = ''] = /^### ([\w()]+)/.exec(entry) ?? []
    const page = SUBJECTS.find(({ names }) => names.test(name))?.page
    if (!page) throw new Error(`${name} is on no page of the API: add it in ${import.meta.url}`)
    texts.set(page, texts.get(page) + entry.replaceAll(/^##(?=#+ )/gm, '#'))
    if (!pageOf.has(headingId(name))) pageOf.set(headingId(name), page)
  }

  // TypeDoc writes one page, in which links name only the heading.
  const withLinks = (text: string, page: string) =>
    text.replace(/\]\(([\w-]+\.md)/g, '](../$1').replace(/\]\(#([\w-]+)\)/g, (link, id) => {
      const target = pageOf.get(id)
      return target === page ? link : `](${target}.md#${id})`
    })
  const rows = SUBJECTS.map(({ page, title, about }) => `| [${title}](${page}.md) | ${about} |`)
  write(
    'index',
    `${withLinks(intro, 'index')}\n## Pages\n\n| page | contents |\n|---|---|\n${rows.join('\n')}\n`,
  )
  for (const { page, title, about } of SUBJECTS)
    write(page, `# ${title}\n\n${about}\n\n${withLinks(texts.get(page) ?? '', page)}`)
}

function write(page: string, text: string): void {
  writeFileSync(new URL(`${page}.md`, folder), text)
}
