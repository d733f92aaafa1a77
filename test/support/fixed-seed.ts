import fc from 'fast-check'

// The same sequences in each run, so that a change fails only because of what it changes. `SVC_SEED=2 npm run unit` plays others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SVC_SEED ?? 1) })
