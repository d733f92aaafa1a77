import { packProduct } from '../pack-product.mjs'

// Compiles the service to `build`, a package: `npm pack ./service/build`.

packProduct(new URL('.', import.meta.url), { bin: { 'svc-service': './main.js' } })
