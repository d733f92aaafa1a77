import { isRobotName } from './robot-name'

/** Whether the browser [says that it is automated](https://w3c.github.io/webdriver/#dom-navigatorautomationinformation-webdriver) or calls itself a robot. */
export const isAutomated = (): boolean => navigator.webdriver || isRobotName(navigator.userAgent)
