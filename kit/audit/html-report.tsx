import { renderToString } from 'preact-render-to-string'
import { type AuditedPage, type Report, summaryOf } from './audit-report.ts'
import type { GroupedFinding } from './finding.ts'
import { groupedBy } from './grouped.ts'
import { STYLES } from './report-styles.ts'

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

/** The path as people read it; as it is where a percent sign encodes nothing. */
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
        <table tabIndex={0}>
          <thead>
            <tr>
              {['Page', 'Template', 'Tag', 'Tag’s files', 'Events'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pages.map(({ url, template, status, tag, tagBytes, events }) => (
              <tr key={url}>
                <td>
                  <a href={url}>{pathOf(url)}</a>
                </td>
                <td>{template}</td>
                <td>{status >= 200 && status < 400 ? tagNames[tag] : `status ${status}`}</td>
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
  const { findings, pages, origin, startedAt, version } = report
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
          {findings.length === 0 && <p>Nothing keeps events from counting on these pages.</p>}
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

/** A page without scripts, complete in one file. */
export const htmlReport = (report: Report): string =>
  `<!doctype html>\n${renderToString(<Document report={report} />)}\n`
