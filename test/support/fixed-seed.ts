import fc from 'fast-check'

const { SVC_SEED = 1, SVC_RUNS } = process.env

// The same sequences in each run, so that a change fails only because of what it changes. `SVC_SEED=2 npm run unit` plays others,
// `SVC_RUNS=20` only so many of each property that does not say how many it needs.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(SVC_SEED),
  ...(SVC_RUNS && { numRuns: Number(SVC_RUNS) }),
})
