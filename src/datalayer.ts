import { createDataLayer } from './datalayer/data-layer'
import { handOver } from './platform/load-script'

handOver(createDataLayer)
