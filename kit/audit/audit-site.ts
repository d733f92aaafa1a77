import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser, LaunchOptions } from '@playwright/test'
import type { PageFinding } from '../page/probe.ts'
import { type AuditOptions, UsageError } from './audit-options.ts'
import { auditedPages, type Report } from './audit-report.ts'
import { cleaned } from './clean-text.ts'
import { crawl } from './crawl.ts'
import { type Found, groupFindings, readBaseline, writeBaseline } from './finding.ts'
import { openKnown } from './known-products.ts'
import { judgePage } from './page-rules.ts'
import type { Visit } from './page-visit.ts'
import { isSiteUntagged, judgeSite } from './site-rules.ts'

const NAMES: readonly string[] = ['chromium', 'chromium-browser', 'google-chrome']

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync)

/**
 * Starts Chromium: the given program, or else Playwright's own, or else an installed one.
 *
 * @throws UsageError that says how to install one.
 */
async function launchChromium(program: string | undefined): Promise<Browser> {
  const { chromium } = await import('@playwright/test').catch(() => {
    throw new UsageError('Playwright is missing: npm install --save-dev @playwright/test')
  })
  const found = program ?? (existsSync(chromium.executablePath()) ? undefined : onPath())
  // The full browser without a window, because the smaller shell handles leaving a page differently.
  const options: LaunchOptions = {
    channel: 'chromium',
    ...(found !== undefined && { executablePath: found }),
  }
  try {
    return await chromium.launch(options)
  } catch (fault) {
    const [line = ''] = (fault as Error).message.split('\n')
    throw new UsageError(
      `Chromium does not start (${line}). Run npx playwright install chromium, or name one with --browser.`,
    )
  }
}

declare const __VERSION__: string | undefined

const version = typeof __VERSION__ === 'string' ? __VERSION__ : 'development'

function judgeVisit(visit: Visit, options: AuditOptions): readonly Found[] {
  const own = visit.facts?.findings ?? []
  return judgePage(visit, options).map((finding) => ({
    visit,
    finding,
    picture: visit.pictures.get(own.indexOf(finding as PageFinding)),
  }))
}

/**
 * Audits a shop.
 *
 * @param onProgress - Called with a line for each finished page.
 * @throws UsageError if the audit cannot run: no browser, or a file that cannot be read.
 */
export async function audit(
  options: AuditOptions,
  onProgress: (line: string) => void,
): Promise<Report> {
  const startedAt = new Date()
  const baseline = readBaseline(options.updateBaseline ? undefined : options.baseline)
  const known = await openKnown(options.catalog, options.browse)
  const browser = await launchChromium(options.browser)
  const found: Found[] = []
  let done = 0
  try {
    const { origin, visits, ends, notes, unreadSitemaps } = await crawl({
      browser,
      options,
      onPage({ url, end, why }, own) {
        if (end === 'skipped') return
        done += 1
        const before = groupFindings(found, baseline).length
        found.push(...own.flatMap((visit) => judgeVisit(visit, options)))
        const fresh = groupFindings(found, baseline).length - before
        const { pathname, search } = new URL(url)
        const how = end === 'audited' ? '' : ` · ${end}: ${why}`
        onProgress(
          cleaned(
            `${done}/${options.pages} ${pathname}${search}${how}${fresh ? ` · ${fresh} found` : ''}`,
          ),
        )
      },
    })
    const desktop = visits.filter(({ profile }) => profile === 'desktop')
    const isUntagged = isSiteUntagged(desktop)
    const bySite = await judgeSite(desktop, known, unreadSitemaps())
    const findings = groupFindings(
      [
        ...found.filter(({ finding }) => !(isUntagged && finding.rule === 'tag-missing')),
        ...bySite.flatMap(({ finding, visits: of }) => of.map((visit) => ({ visit, finding }))),
      ],
      baseline,
    )
    if (options.updateBaseline && options.baseline) writeBaseline(options.baseline, findings)
    return {
      version,
      startedAt: startedAt.toISOString(),
      seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
      origin,
      notes,
      pages: auditedPages({ ends, visits }),
      findings,
    }
  } finally {
    await browser.close()
  }
}
