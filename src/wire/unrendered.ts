/** A template that nobody filled in, or a script's value for nothing. */
export const UNRENDERED = /^(undefined|null|NaN|%s)$|\[object |[{$#]{|[{<][%?]/
