/** Bindings of the first file that parts use, in the order that the build gives them. The build writes this module. */
export const internals = (): readonly unknown[] => []
