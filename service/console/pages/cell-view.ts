import { html, type TemplateResult } from 'lit-html'
import type { Cell, ChangeCell, ReportColumn, ShareCell } from '../table-columns.ts'
import { shortMoment } from './format-time'
import {
  change,
  changeInterval,
  count,
  decimal,
  interval,
  money,
  share,
  signedInterval,
  wilson,
} from './numbers'

/** Fewer cases than these are shown as few. */
const FEW = 30

/** A cell as a person reads it; a figure of few cases looks like one. */
export function cellView(
  value: Cell,
  column: ReportColumn | undefined,
  currency: string,
): TemplateResult | string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return plainNumber(value, column, currency)
  if ('text' in value) return html`<a href=${withScope(value.href)}>${value.text}</a>`
  if ('part' in value) return shareView(value)
  if ('now' in value) return changeView(value)
  const bounds = `${decimal(value.low)} to ${decimal(value.high)}`
  return html`${decimal(value.ratio)} <small class="interval">${bounds}</small>`
}

function plainNumber(
  value: number | undefined,
  column: ReportColumn | undefined,
  currency: string,
) {
  if (value === undefined) return '–'
  switch (column?.kind) {
    case 'decimal':
      return decimal(value)
    case 'money':
      return money(value, currency)
    case 'moment':
      return shortMoment(value, Date.now())
    default:
      return count(value)
  }
}

function shareView({ part, whole }: ShareCell) {
  const kind = whole < FEW ? 'few' : ''
  return html`<span class=${kind}>${share(part / whole)}</span>
    <small class="interval">${interval(wilson(part, whole))}</small>`
}

/** A change that its interval does not tell from none is quiet. */
function changeView({ now, before }: ChangeCell) {
  if (before === 0) return html`<span class="few">new</span>`
  if (now === 0) return html`<span class="few">gone</span>`
  const bounds = changeInterval(now, before)
  const isSure = bounds[0] > 0 || bounds[1] < 0
  return html`<span class=${isSure ? '' : 'few'}>${change(now, before) || '0%'}</span>
    <small class="interval">${signedInterval(bounds)}</small>`
}

/** A link to another page of Analytics keeps the period. */
function withScope(href: string): string {
  if (!href.startsWith('/analytics?')) return href
  const scope = [...new URLSearchParams(location.search)].filter(([name]) =>
    ['from', 'to', 'visit', 'all'].includes(name),
  )
  return scope.length > 0 ? `${href}&${new URLSearchParams(scope)}` : href
}
