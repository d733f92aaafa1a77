/**
 * The text with every half character (a lone surrogate) replaced by U+FFFD, as
 * [`String.prototype.toWellFormed`](https://tc39.es/ecma262/#sec-string.prototype.towellformed) does, which
 * Chrome has only since 111. Without it `encodeURIComponent` throws.
 */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
