/** Bindings of the first file that parts use, in the order in which the build passes them. The build generates this module. */
export const internals = (): readonly unknown[] => []
