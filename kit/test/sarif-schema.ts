/*
 * The part of the SARIF 2.1.0 schema that the audit's reports use, with its names and required members. Other members are not allowed here.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json
 */

const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const text = { type: 'string' }
const message = object([], { text })
const level = { enum: ['none', 'note', 'warning', 'error'] }
const list = (items: object) => ({ type: 'array', items })

const rule = object(['id'], {
  id: text,
  shortDescription: object(['text'], { text }),
  help: object(['text'], { text }),
  defaultConfiguration: object([], { level }),
})

const location = object([], {
  physicalLocation: object([], { artifactLocation: object([], { uri: text }) }),
  logicalLocations: {
    ...list(object([], { fullyQualifiedName: text, kind: text })),
    uniqueItems: true,
  },
})

const result = object(['message'], {
  ruleId: text,
  level,
  message,
  baselineState: { enum: ['new', 'unchanged', 'updated', 'absent'] },
  partialFingerprints: { type: 'object', additionalProperties: text },
  locations: list(location),
})

const driver = object(['name'], {
  name: text,
  version: text,
  informationUri: text,
  rules: { ...list(rule), uniqueItems: true },
})

const invocation = object(['executionSuccessful'], {
  executionSuccessful: { type: 'boolean' },
  toolExecutionNotifications: list(object(['message'], { level, message })),
})

/** A JSON schema for a SARIF log. */
export const sarifSchema = object(['version', 'runs'], {
  $schema: text,
  version: { enum: ['2.1.0'] },
  runs: {
    ...list(
      object(['tool'], {
        tool: object(['driver'], { driver }),
        invocations: list(invocation),
        results: list(result),
      }),
    ),
    minItems: 0,
  },
})
