/** Whether a user agent names a robot. */
export const isRobotName = (userAgent: string): boolean =>
  /bot|crawl|spider|headless/i.test(userAgent)

/** Whether the browser [says that it is automated](https://w3c.github.io/webdriver/#dom-navigatorautomationinformation-webdriver) or calls itself a robot. */
export const isAutomated = (): boolean => navigator.webdriver || isRobotName(navigator.userAgent)
