import { refuseUnless } from './parameters.ts'

const HEADER = 'svc-device-type'

/** Device types of the contract. */
const DEVICE: Readonly<Record<string, readonly string[]>> = {
  type: ['desktop', 'tablet', 'mobile'],
  os: ['android', 'ios', 'windows'],
  source: ['browser', 'app'],
}

/** `desktop`, as older clients write it. */
const PLAIN_WORDS = /^[\w ,;-]+$/

/**
 * Checks the header `svc-device-type`, which changes nothing here but campaigns elsewhere. Plain
 * words count as absent.
 *
 * @returns The header's name when it was ignored.
 * @throws RequestError 400 for anything else that is no JSON object with the contract's words.
 */
export function checkDeviceType(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  if (PLAIN_WORDS.test(String(header))) return [HEADER]
  const device = parseObject(String(header))
  refuseUnless(device !== undefined, 'malformed-header', 'It must be a JSON object.', HEADER)
  for (const [name, value] of Object.entries(device)) {
    const words = Object.hasOwn(DEVICE, name) ? DEVICE[name] : undefined
    refuseUnless(words !== undefined, 'malformed-header', `It has no ${name}.`, HEADER)
    const isKnown = words.some((word) => word === value)
    refuseUnless(isKnown, 'malformed-header', `${name} is ${words.join(' or ')}.`, HEADER)
  }
  return []
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
