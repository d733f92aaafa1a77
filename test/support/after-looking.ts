/**
 * A script for a page that does something when its first tile has been looked at for a time. The page keeps that time by
 * its own clock: on a busy machine the driver is too late.
 */
export const afterLooking = (ms: number, does: string): string => `<script>{
  const look = () => {
    const isThere = window.svc?.explain().some(({ state }) => state === 'held')
    if (isThere) setTimeout(() => { ${does} }, ${ms})
    else setTimeout(look, 20)
  }
  look()
}</script>`
