/** The door of the kit. Shops import its two entries as `svc-tag/test` and `svc-tag/test/shopify`; the command `svc-tag` is `audit/cli.ts`. */
export * from './playwright/index.ts'
export * from './shopify/index.ts'
