import { packProduct } from '../pack-product.mjs'

// Compiles the assistant to `build`, a package, after the service: `npm pack ./assistant/build`.

packProduct(new URL('.', import.meta.url))
