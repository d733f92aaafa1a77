/** A permission with its arguments, as `queryPermission` takes them. */
export type Demand = readonly [permission: string, ...args: unknown[]]

type Demands = (...args: readonly unknown[]) => Demand

const global =
  (mode: string): Demands =>
  (key) => ['access_globals', mode, key]

const consent: Demands = (type) => ['access_consent', 'read', type]

/** The permission that each API of the template needs before it does anything. An API that is not here needs none. */
export const demands: Readonly<Record<string, Demands>> = {
  injectScript: (address) => ['inject_script', address],
  callInWindow: global('execute'),
  copyFromWindow: global('read'),
  setInWindow: global('write'),
  createQueue: global('readwrite'),
  isConsentGranted: consent,
  addConsentListener: consent,
  logToConsole: () => ['logging'],
}
