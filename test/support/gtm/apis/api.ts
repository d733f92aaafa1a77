/** A function of the sandbox; its arguments are whatever the template gives. */
// biome-ignore lint/suspicious/noExplicitAny: templates are not typed, and each API reads its own arguments.
export type Api = (...args: any[]) => unknown

/** The results of `require`: a function, or an object of functions. */
export type Apis = Readonly<Record<string, Api | Readonly<Record<string, Api>>>>
