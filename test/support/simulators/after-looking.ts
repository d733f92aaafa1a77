/**
 * A script for a page that does something when its first tile has been looked at for a time. The page keeps that time by
 * its own clock: on a busy machine the driver is too late.
 */
export const afterLooking = (ms: number, does: string): string => `<script>{
  const look = async () => {
    const entries = await window.svc?.explain()
    if (entries?.some(({ state }) => state === 'held')) setTimeout(() => { ${does} }, ${ms})
    else setTimeout(look, 20)
  }
  look()
}</script>`
