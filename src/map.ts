import { createMapMarkup } from './capture/map'
import { handOver } from './platform/load-script'

handOver(createMapMarkup)
