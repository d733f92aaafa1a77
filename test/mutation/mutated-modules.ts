/** A module that makes decisions, and the unit tests that check it. */
export interface Decision {
  readonly file: string
  /** Files of unit tests. */
  readonly tests: readonly string[]
}

const visitor = ['test/unit/tag/whole-tag.test.ts', 'test/unit/identity/identity.test.ts']
const sending = [
  'test/unit/delivery/sender.test.ts',
  'test/unit/delivery/claim-records.test.ts',
  'test/unit/delivery/outcome.test.ts',
]
/** Includes random sequences, which take some seconds for each mutant. */
const delivery = [...sending, 'test/unit/delivery/journal-properties.test.ts']
const contract = [
  'service/test/tracker/contract.test.ts',
  'service/test/tracker/field-requests.test.ts',
  'service/test/vendor-requests.test.ts',
  'service/test/tracker-malformed.test.ts',
  'service/test/tracker/tracker-parameters.test.ts',
]

/** The modules that `npm run mutation` changes, in its order. */
export const decisions: readonly Decision[] = [
  {
    file: 'src/wire/pixel-url.ts',
    tests: ['test/unit/events/wire.test.ts', 'test/unit/browse/query-parameters.test.ts'],
  },
  {
    file: 'src/wire/fields.ts',
    tests: ['test/unit/events/wire.test.ts', 'test/unit/api/fact-from.test.ts'],
  },
  { file: 'src/wire/scrub-url.ts', tests: ['test/unit/consent/scrub-url.test.ts'] },
  { file: 'src/visitor/stored-visitor.ts', tests: visitor },
  { file: 'src/visitor/visit.ts', tests: visitor },
  { file: 'src/visitor/visitor.ts', tests: visitor },
  { file: 'src/visitor/consent.ts', tests: ['test/unit/consent/managers-model.test.ts'] },
  { file: 'src/visitor/google-consent.ts', tests: ['test/unit/consent/managers-model.test.ts'] },
  {
    file: 'src/send/queue-entry.ts',
    tests: [...sending, 'test/unit/delivery/judge-record.test.ts'],
  },
  { file: 'src/send/delivery.ts', tests: delivery },
  { file: 'src/send/in-flight.ts', tests: delivery },
  { file: 'src/send/left-overs.ts', tests: delivery },
  { file: 'src/send/outcome.ts', tests: [...sending, 'test/unit/delivery/outcome.test.ts'] },
  { file: 'src/track/parse-event.ts', tests: ['test/unit/api/fact-from.test.ts'] },
  { file: 'src/parts/recovery/fit-entry.ts', tests: ['test/unit/delivery/split-event.test.ts'] },
  { file: 'src/parts/facets/facet-gesture.ts', tests: ['test/unit/capture/facet-gesture.test.ts'] },
  {
    file: 'src/parts/facets/facet-state.ts',
    tests: ['test/unit/capture/facet-gesture.test.ts', 'test/unit/page-model/facets.test.ts'],
  },
  { file: 'src/track/orders/order-lines.ts', tests: ['test/unit/capture/orders.test.ts'] },
  {
    file: 'src/parts/datalayer/adobe-event.ts',
    tests: ['test/unit/datalayer/adobe-event.test.ts'],
  },
  {
    file: 'src/parts/datalayer/dedupe-report.ts',
    tests: ['test/unit/datalayer/data-layer.test.ts'],
  },
  { file: 'src/parts/datalayer/layer-rules.ts', tests: ['test/unit/datalayer/data-layer.test.ts'] },
  { file: 'service/tracker/judge-event.ts', tests: contract },
  { file: 'service/tracker/payload-rules.ts', tests: contract },
]
