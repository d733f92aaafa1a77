import type { Svc } from '../../src/api/svc'

/**
 * Settles with `window.svc` when the tag is there: its script element is `async`, so it may come
 * later than ours. Rejects when it cannot be loaded, as with a content blocker.
 */
export function whenSvc(): Promise<Svc> {
  const present = readSvc()
  if (present) return Promise.resolve(present)
  const script = document.querySelector('script[data-site-key]')
  return new Promise((resolve, reject) => {
    const settle = () => {
      const svc = readSvc()
      if (svc) resolve(svc)
      else reject(new Error('The tag did not start.'))
    }
    script?.addEventListener('load', settle)
    script?.addEventListener('error', () => reject(new Error('The tag could not be loaded.')))
  })
}

const readSvc = () => (window as { readonly svc?: Svc }).svc
