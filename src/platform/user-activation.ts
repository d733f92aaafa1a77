/**
 * Whether a person has just done something on the page. Also `true` where the browser cannot tell (before Chrome 72,
 * Firefox 120 and Safari 16.4). Touching counts when the finger is lifted.
 */
export const isUserActive = (): boolean =>
  (navigator as Partial<Navigator>).userActivation?.isActive ?? true
