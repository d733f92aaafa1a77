/** A place among others as the tracker wants it: a whole number as text; `undefined` for anything else. */
export const rankText = (place: string | undefined): string | undefined =>
  /^\d{1,9}$/.test(place ?? '') ? place : undefined
