/** A permission with its arguments, as `queryPermission` takes them. */
export type Demand = readonly [permission: string, ...args: unknown[]]

type Demands = (...args: readonly unknown[]) => readonly Demand[]

/** A mode of one of the page's globals. */
const global =
  (mode: string): Demands =>
  (key) => [['access_globals', mode, key]]

const url =
  (permission: string): Demands =>
  (address) => [[permission, address]]

const always =
  (permission: string): Demands =>
  () => [[permission]]

const stored =
  (mode: string): Demands =>
  (key) => [['access_local_storage', mode, key]]

/** Consent states are an object from type to state, beside options such as `wait_for_update`. */
const consentStates: Demands = (states) =>
  Object.entries(states as object)
    .filter(([, state]) => /^(granted|denied)$/.test(String(state)))
    .map(([type]) => ['access_consent', 'write', type] as const)

/** The permission that each API needs before it does anything. An API that is not here needs none. */
export const demands: Readonly<Record<string, Demands>> = {
  injectScript: url('inject_script'),
  injectHiddenIframe: url('inject_hidden_iframe'),
  sendPixel: url('send_pixel'),

  callInWindow: global('execute'),
  copyFromWindow: global('read'),
  setInWindow: global('write'),
  createQueue: global('readwrite'),
  createArgumentsQueue: (fn, queue) => [
    ['access_globals', 'readwrite', fn],
    ['access_globals', 'readwrite', queue],
  ],
  aliasInWindow: (to, from) => [
    ['access_globals', 'write', to],
    ['access_globals', 'read', from],
  ],

  copyFromDataLayer: (key) => [['read_data_layer', key]],
  gtagSet: (settings) =>
    Object.keys(settings as object).map((key) => ['write_data_layer', key] as const),

  getCookieValues: (name) => [['get_cookies', name]],
  setCookie: (name, _value, options) => [['set_cookies', name, options]],
  getUrl: (part) => [['get_url', part]],
  getReferrerUrl: (part) => [['get_referrer', part]],
  getQueryParameters: () => [['get_url', 'query']],
  getReferrerQueryParameters: () => [['get_referrer', 'query']],
  readTitle: always('read_title'),
  readCharacterSet: always('read_character_set'),

  isConsentGranted: (type) => [['access_consent', 'read', type]],
  addConsentListener: (type) => [['access_consent', 'read', type]],
  setDefaultConsentState: consentStates,
  updateConsentState: consentStates,

  logToConsole: always('logging'),
  addEventCallback: always('read_event_metadata'),
  getContainerVersion: always('read_container_data'),
  readAnalyticsStorage: always('read_analytics_storage'),

  'localStorage.getItem': stored('read'),
  'localStorage.setItem': stored('write'),
  'localStorage.removeItem': stored('write'),
  'templateStorage.getItem': always('access_template_storage'),
  'templateStorage.setItem': always('access_template_storage'),
  'templateStorage.removeItem': always('access_template_storage'),
  'templateStorage.clear': always('access_template_storage'),
}
