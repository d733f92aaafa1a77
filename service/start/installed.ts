import type { AssistantModule } from '../agent/assistant-contract.ts'
import type { ConsoleModule } from './console-contract.ts'

/** The packages beside the service, each of which may be missing. */
export interface Installed {
  readonly console: ConsoleModule | undefined
  readonly assistant: AssistantModule | undefined
}

let loading: Promise<Installed> | undefined

/**
 * Loads the packages that are installed beside the service.
 *
 * @throws Error if a package is installed but cannot be loaded.
 */
export function loadInstalled(): Promise<Installed> {
  loading ??= Promise.all([
    load<ConsoleModule>('svc-tag-console'),
    load<AssistantModule>('svc-tag-assistant'),
  ]).then(([console, assistant]) => ({ console, assistant }))
  return loading
}

/** One line for each package that is not installed, such as `console: not installed`. */
export const missingLines = (installed: Installed): readonly string[] =>
  Object.entries(installed).flatMap(([name, module]) => (module ? [] : [`${name}: not installed`]))

/**
 * The console, for what only it can do.
 *
 * @param option - The option or command that needs it, for the message.
 */
export async function neededConsole(option: string): Promise<ConsoleModule> {
  const { console } = await loadInstalled()
  if (console) return console
  throw new Error(
    `${option}: needs the console, which is not installed: npm install svc-tag-console.`,
  )
}

/** A variable name keeps the compiler from looking for a package that may be absent. */
async function load<Module>(name: string): Promise<Module | undefined> {
  try {
    return (await import(name)) as Module
  } catch (error) {
    if (isMissing(error as NodeJS.ErrnoException, name)) return undefined
    throw error
  }
}

/** A package that lacks one of its own dependencies is broken, which is another error than to be missing. */
const isMissing = ({ code, message }: NodeJS.ErrnoException, name: string) =>
  code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`)
