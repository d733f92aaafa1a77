import { type ParseArgsConfig, parseArgs } from 'node:util'
import { isNearly } from '../catalog/words.ts'

/**
 * Parses the options of a command line, as `parseArgs` does.
 *
 * @throws Error with a one-line message. For an option that does not exist, it names the one that is probably meant.
 */
export function parseOptions<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, name = ''] = /'--?([\w-]+)/.exec(message) ?? []
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error
    const meant = Object.keys(config.options ?? {}).find((known) => isNearly(name, known))
    const advice = meant ? `did you mean --${meant}?` : '--help lists them all.'
    throw new Error(`--${name}: there is no such option; ${advice}`, { cause: error })
  }
}
