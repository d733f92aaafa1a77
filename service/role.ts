/**
 * The tasks of one process of the service. `all` does everything; `intake` takes events and hands
 * them to the log; `consume` stores them and serves the console.
 */
export type Role = (typeof roles)[number]

export const roles = ['all', 'intake', 'consume'] as const
