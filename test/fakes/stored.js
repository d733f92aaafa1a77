/** Classes of fake-indexeddb that a fake browser stores in. The bundle of `database.ts` runs it beside each fake page, where `setImmediate` is a step of the timeline. */
export { default as FDBDatabase } from 'fake-indexeddb/lib/FDBDatabase'
export { default as FDBFactory } from 'fake-indexeddb/lib/FDBFactory'
export { default as FDBRequest } from 'fake-indexeddb/lib/FDBRequest'
export { default as FDBTransaction } from 'fake-indexeddb/lib/FDBTransaction'
