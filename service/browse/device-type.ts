import { refuseUnless } from './browse-parameters.ts'

const HEADER = 'svc-device-type'

/** Device types of the contract. */
const DEVICE: Readonly<Record<string, readonly string[]>> = {
  type: ['desktop', 'tablet', 'mobile'],
  os: ['android', 'ios', 'windows'],
  source: ['browser', 'app'],
}

/** `desktop`, as older clients write it; blank where a client knows nothing. */
const PLAIN_WORDS = /^[\w ,;-]*$/

/**
 * Checks the header `svc-device-type`, which changes nothing here but campaigns elsewhere. Plain
 * words, and members or values that the contract does not have, count as absent.
 *
 * @returns What was ignored: the header's name, or `svc-device-type.os` for one member.
 * @throws RequestError 400 for anything else that is no JSON object.
 */
export function checkDeviceType(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  if (PLAIN_WORDS.test(String(header))) return [HEADER]
  const device = parseObject(String(header))
  refuseUnless(device !== undefined, 'malformed-header', 'It must be a JSON object.', HEADER)
  return Object.entries(device).flatMap(([name, value]) => {
    const words = Object.hasOwn(DEVICE, name) ? DEVICE[name] : undefined
    return words?.some((word) => word === value) ? [] : [`${HEADER}.${name}`]
  })
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value === Object(value) && !Array.isArray(value) ? (value as object) : undefined
  } catch {
    // Answered like any other text that is no object.
    return undefined
  }
}
