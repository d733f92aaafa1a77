/** Control characters of ASCII but tab and line ends, and half characters (lone surrogates). By what is left: a class by name takes long to build. */
const malformed = /[^\t\n\r -~\x80-\u{10ffff}]|\p{Surrogate}/gu

/**
 * The text with everything that no service takes as text replaced by U+FFFD: half characters, as
 * [`String.prototype.toWellFormed`](https://tc39.es/ecma262/#sec-string.prototype.towellformed) does, which Chrome has
 * only since 111 (`encodeURIComponent` throws on them), and control characters, which get into markup from broken imports and
 * make servers and what stands before them refuse the whole request.
 */
export const wellFormed = (text: string): string => text.replace(malformed, '\ufffd')
