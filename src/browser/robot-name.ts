/** Whether a browser's name for itself is that of a robot. */
export const isRobotName = (userAgent: string): boolean =>
  /bot|crawl|spider|headless/i.test(userAgent)
