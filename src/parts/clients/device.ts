/** The device type for Browse's campaigns. */
export interface Device {
  readonly type: 'desktop' | 'tablet' | 'mobile'
  /** Left out where it is none that the contract names. */
  readonly os?: 'android' | 'ios' | 'windows'
  readonly source: 'browser'
}

/** The contract's names, by what a user agent says. */
const systems = [
  ['android', /Android/],
  ['ios', /iP(hone|ad|od)/],
  ['windows', /Windows/],
] as const

/** The kind of device that a user agent, which every request says anyway, names; nothing else is measured. */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  // An iPad says that it is a Mac; Macs have no touch screen.
  const isPad = /iPad/.test(userAgent) || (touchPoints > 1 && /Macintosh/.test(userAgent))
  const isMobile = /Mobi/.test(userAgent) && !isPad
  const isTablet = isPad || (!isMobile && /Android|Tablet/.test(userAgent))
  const [os] = isPad ? ['ios' as const] : (systems.find(([, says]) => says.test(userAgent)) ?? [])
  const handheld = isTablet ? 'tablet' : 'desktop'
  return { type: isMobile ? 'mobile' : handheld, ...(os && { os }), source: 'browser' }
}

/** The device of this browser. */
export const readDevice = (): Device => deviceOf(navigator.userAgent, navigator.maxTouchPoints)
