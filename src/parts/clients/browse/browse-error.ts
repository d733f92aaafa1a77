import { ServiceError } from '../service-error'

/**
 * Why `svc.browse` or `svc.search` gave no products.
 *
 * @example
 * svc.search('boots').catch((error) => {
 *   if (error.fault === 'aborted') return
 *   console.log(error.fault === 'network' ? 'You seem to be offline.' : 'Please try again.')
 * })
 */
export class BrowseError extends ServiceError {
  override readonly name = 'BrowseError'
}
