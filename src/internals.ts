/** What the parts use of the first file, in the order that the build gives it. The build writes this module. */
export const internals = (): readonly unknown[] => []
