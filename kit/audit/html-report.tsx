import { renderToString } from 'preact-render-to-string'
import { type AuditedPage, type Report, summaryOf } from './audit-report.ts'
import { type GroupedFinding, groupedBy } from './finding.ts'

const sizes: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  phone: 'phone',
  denied: 'consent denied',
}

function Finding({ finding }: { finding: GroupedFinding }) {
  const { severity, rule, message, fix, element, pages, isKnown, picture } = finding
  return (
    <article class={`finding ${isKnown ? 'known' : severity}`}>
      <h3>
        <span class="severity">{isKnown ? 'known' : severity}</span> <code>{rule}</code>
      </h3>
      <p>{message}</p>
      <p class="fix">{fix}</p>
      {element && (
        <p>
          <code class="element">{element}</code>
        </p>
      )}
      {picture && <img src={`data:image/jpeg;base64,${picture}`} alt={`The element: ${element}`} />}
      <details>
        <summary>
          {pages.length === 1 ? '1 page' : `${pages.length} pages`},{' '}
          {finding.sizes.map((size) => sizes[size] ?? size).join(', ')}
        </summary>
        <ul>
          {pages.map((url) => (
            <li key={url}>
              <a href={url}>{url}</a>
            </li>
          ))}
        </ul>
      </details>
    </article>
  )
}

const tagNames = { running: 'runs', silent: 'does not start', none: 'is missing' } as const

/** The decoded path, or the path unchanged if its percent-encoding is invalid. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  try {
    return decodeURI(pathname) + search
  } catch {
    return pathname + search
  }
}

function Pages({ pages }: { pages: readonly AuditedPage[] }) {
  return (
    <section aria-labelledby="pages">
      <h2 id="pages">Pages</h2>
      <div class="scroll">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be
            reachable by keyboard. */}
        <table tabIndex={0}>
          <thead>
            <tr>
              {['Page', 'Template', 'Result', 'Tag', 'Tag’s files', 'Events'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pages.map(({ url, end, why, template, status, tag, tagBytes, events }) => (
              <tr key={url}>
                <td>
                  <a href={url}>{pathOf(url)}</a>
                </td>
                <td>{template}</td>
                <td class={end === 'failed' ? 'error failed' : ''}>
                  {end}
                  {why && <small>{why}</small>}
                </td>
                <td>{end === 'audited' && (status < 400 ? tagNames[tag] : `status ${status}`)}</td>
                <td>{tagBytes ? `${(tagBytes / 1000).toFixed(1)} kB` : ''}</td>
                <td>
                  {Object.entries(events)
                    .map(([action, count]) => `${count} × ${action}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Document({ report }: { report: Report }) {
  const { findings, pages, notes, origin, startedAt, version } = report
  const isNew = ({ isKnown }: GroupedFinding) => !isKnown
  const byTemplate = [...groupedBy(findings, ({ template }) => template)]
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`svc-tag audit of ${new URL(origin).host}`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <main>
          <h1>{`Audit of ${new URL(origin).host}`}</h1>
          <p class={findings.some(isNew) ? 'summary' : 'summary clean'}>{summaryOf(report)}</p>
          <p class="facts">
            <time dateTime={startedAt}>{`${startedAt.replace('T', ' ').slice(0, 16)} UTC`}</time>,
            svc-tag {version}
          </p>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {findings.length === 0 && <p>The audit found nothing on the audited pages.</p>}
          {byTemplate.map(([template, members]) => (
            <section key={template}>
              <h2>
                <code>{template}</code>
              </h2>
              {members.map((finding) => (
                <Finding key={finding.fingerprint} finding={finding} />
              ))}
            </section>
          ))}
          <Pages pages={pages} />
        </main>
      </body>
    </html>
  )
}

/** A complete HTML page in one file, without scripts. */
export const htmlReport = (report: Report): string =>
  `<!doctype html>\n${renderToString(<Document report={report} />)}\n`

/** The stylesheet of the HTML report: light and dark, phone and desktop. */
const STYLES = `
:root { color-scheme: light dark; --soft: light-dark(#5b6470, #a6afba); --card: light-dark(#fff, #1d2125);
  --line: light-dark(#d9dee3, #363c43); --error: light-dark(#b3261e, #ff8a80); --warning: light-dark(#8a5a00, #f2bd5c);
  --good: light-dark(#12693b, #7fd6a4); --link: light-dark(#0b57d0, #8ab4f8) }
* { box-sizing: border-box; overflow-wrap: anywhere }
body { margin: 0; background: light-dark(#f7f8f9, #14171a); color: light-dark(#1c2024, #e8eaed);
  font: 16px/1.5 system-ui, sans-serif }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem }
h2 { font-size: 1.15rem; margin-top: 2rem }
h3, p { font-size: 1rem; margin: .25rem 0 }
a { color: var(--link) }
code { font: .9em ui-monospace, monospace }
.summary { font-weight: 600 }
.clean { color: var(--good) }
.facts, .fix, summary { color: var(--soft) }
.finding { --kind: var(--soft); background: var(--card); border: 1px solid var(--line);
  border-left: 4px solid var(--kind); border-radius: 6px; padding: .75rem 1rem; margin: .75rem 0 }
.error { --kind: var(--error) }
.warning { --kind: var(--warning) }
.severity { color: var(--kind) }
.finding img { display: block; max-width: 100%; max-height: 20rem; margin: .5rem 0 }
summary { cursor: pointer; padding: .25rem 0 }
.scroll { overflow-x: auto; background: var(--card) }
table { border-collapse: collapse; min-width: 40rem; width: 100%; font-size: .9rem }
td small { display: block; color: var(--soft); max-width: 24rem }
.failed { color: var(--kind) }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem; border-bottom: 1px solid var(--line) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`
