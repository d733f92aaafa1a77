import type { TrackerEvent } from '../../../wire/tracker-event'
import { type PayloadField, payloadOf } from './contract'

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isPlainList ? value.join(', ') : JSON.stringify(value, undefined, 1)
}

function remark({ value, contract }: PayloadField): string {
  if (!contract) return 'beyond the contract’s table'
  if (value !== undefined) return contract.meaning
  return contract.isRequired ? `missing: ${contract.meaning}` : `optional: ${contract.meaning}`
}

/** The payload, decoded, each field beside what the contract says of it. */
export function PayloadView({ event }: { readonly event: Pick<TrackerEvent, 'action' | 'data'> }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {payloadOf(event).map((field) => (
          <tr
            key={field.name}
            class={field.contract?.isRequired && field.value === undefined ? 'bad' : ''}
          >
            <th scope="row">
              <code>{field.name}</code>
            </th>
            <td>
              {field.value === undefined ? (
                <span class="muted">not there</span>
              ) : (
                <code class="value">{textOf(field.value) || '(empty)'}</code>
              )}
              <small>{remark(field)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
