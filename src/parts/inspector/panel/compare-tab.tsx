import { useEffect, useState } from 'preact/hooks'
import { settings } from '../../../settings/read-settings'
import { compare } from '../../calls/inspection'
import type { TagComparison } from '../../shadow/compare-tags'
import { REPORT_FIELDS, type Report } from '../../shadow/tag-report'
import { type CompareRow, compareRows } from './compare-rows'
import { actionNames, counted, timeOfDay } from './summary'

const tagNames: Readonly<Record<TagComparison['tag'], string>> = {
  ga4: 'GA4',
  pixel: 'Other script',
}

const verdictNames = (name: string): Readonly<Record<CompareRow['verdict'], string>> => ({
  agrees: 'Agrees',
  field: 'Differs',
  missing: `Only ${name}`,
  extra: 'Only svc-tag',
  repeated: 'Twice',
})

/** Shows this tag's events beside those of other tags on the page. */
export function CompareTab() {
  const [tags, setTags] = useState<readonly TagComparison[]>()
  const [problem, setProblem] = useState('')

  async function check() {
    try {
      setTags(await compare())
      setProblem('')
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  useEffect(() => void check(), [])

  return (
    <>
      <div class="toolbar">
        <button type="button" class="small" onClick={() => void check()}>
          Compare again
        </button>
        <span class="muted" role="status">
          {problem || (tags && verdictOn(tags))}
        </span>
      </div>
      {settings.shadow && (
        <p class="note">Shadow mode: the tag records and compares, but sends nothing.</p>
      )}
      {tags?.length === 0 && (
        <p class="empty">
          This page has sent no GA4 request, and no request to a tracker of this kind by another
          script. Click a product or use the cart, wait until the other tag has sent, and compare
          again.
        </p>
      )}
      {tags?.map((one) => (
        <TagView key={`${one.tag} ${one.id}`} comparison={one} />
      ))}
    </>
  )
}

function verdictOn(tags: readonly TagComparison[]): string {
  if (tags.length === 0) return 'No other tag seen'
  const sum = (count: (one: TagComparison) => number) =>
    tags.reduce((total, one) => total + count(one), 0)
  const differences = sum((one) => one.differences.length)
  return `${counted(differences, 'difference')}, ${counted(
    sum((one) => one.agreements.length),
    'agreement',
  )}`
}

function TagView({ comparison }: { readonly comparison: TagComparison }) {
  const { tag, id, faults } = comparison
  const name = tagNames[tag]
  const rows = compareRows(comparison)
  return (
    <section class="compared">
      <h3 id={`tag-${tag}-${id}`}>
        {name} {id}
      </h3>
      {faults.length > 0 && (
        <p class="note">
          Left out: {counted(faults.length, 'request')}, such as {faults[0]}.
        </p>
      )}
      {rows.length > 0 && (
        <table aria-labelledby={`tag-${tag}-${id}`}>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">svc-tag</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row} row={row} name={name} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ row, name }: { readonly row: CompareRow; readonly name: string }) {
  const { verdict, own, other, texts } = row
  const { action, fields } = (own ?? other) as Report
  const subject = fields.pid ?? fields.query ?? fields.page
  return (
    <tr>
      <th scope="row">
        <span class={`outcome ${verdict === 'agrees' ? 'sent' : 'error'}`}>
          {verdictNames(name)[verdict]}
        </span>
        <b>
          {actionNames[action]} {subject}
        </b>
        {texts.map((text) => (
          <small key={text} class="hidden">
            {text}
          </small>
        ))}
      </th>
      <Cell report={own} row={row} />
      <Cell report={other} row={row} />
    </tr>
  )
}

function Cell({ report, row }: { readonly report: Report | undefined; readonly row: CompareRow }) {
  if (!report) return <td class="muted">nothing</td>
  const isAmount = (field: string) => field === 'qty' || field === 'price'
  const shown = REPORT_FIELDS.filter((field) => row.fields.has(field) || isAmount(field))
  return (
    <td>
      <time>{timeOfDay(report.at)}</time>
      {report.sentAs !== report.action && <code>{report.sentAs}</code>}
      {shown.map((field) => {
        const value = report.fields[field]
        if (value === undefined) return null
        return (
          <span key={field} class={row.fields.has(field) ? 'lost' : ''}>
            {field} {value}
          </span>
        )
      })}
    </td>
  )
}
