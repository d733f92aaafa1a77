import { svcPixel } from './pixel/svc-pixel'

// A custom pixel's code follows this file in the same sandbox.
Object.assign(globalThis, { svcPixel })
