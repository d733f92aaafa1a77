/** The site's time zone, in which every reader counts days; the service writes it into the page. */
export const timeZone: string =
  document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content || 'UTC'
