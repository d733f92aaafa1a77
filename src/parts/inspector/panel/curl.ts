/** A shell's quoting: nothing inside single quotes means anything, and a quote is written outside of them. */
const quoted = (text: string) => `'${text.replace(/'/g, String.raw`'\''`)}'`

/** The same GET as a command line that can be pasted into a shell. */
export const curlOf = (url: string): string => `curl -i ${quoted(url)}`
