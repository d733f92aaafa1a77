/**
 * The pixel for Shopify app pixels. Custom pixels use `svc-pixel.js`.
 *
 * @packageDocumentation
 */
export type { IdRule, PixelSettings } from './pixel/pixel-settings'
export type { CustomerPrivacy, PageSnapshot, SandboxApi, StandardEvent } from './pixel/sandbox-api'
export { svcPixel } from './pixel/svc-pixel'
