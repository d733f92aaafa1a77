import type { GtmPage } from '../page.ts'
import type { Apis } from './api.ts'

type Part = 'protocol' | 'host' | 'port' | 'path' | 'extension' | 'fragment' | 'query'

const partOf: Readonly<Record<Part, (url: URL) => string>> = {
  protocol: (url) => url.protocol.replace(':', ''),
  host: (url) => url.hostname,
  port: (url) => url.port,
  path: (url) => url.pathname,
  extension: (url) => /\.([^./]+)$/.exec(url.pathname)?.[1] ?? '',
  fragment: (url) => url.hash.replace('#', ''),
  query: (url) => url.search.replace('?', ''),
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function readUrl(text: string, part: Part | undefined): string | undefined {
  const url = urlOf(text)
  if (!url) return part === undefined ? text : undefined
  return part === undefined ? url.href : partOf[part]?.(url)
}

function readQuery(text: string, name: string, all: boolean): unknown {
  const values = urlOf(text)?.searchParams.getAll(name) ?? []
  return all ? values : values[0]
}

function parseUrl(text: string): unknown {
  const url = urlOf(text)
  if (!url) return undefined
  const {
    href,
    origin,
    protocol,
    username,
    password,
    host,
    hostname,
    port,
    pathname,
    search,
    hash,
  } = url
  const searchParams = Object.fromEntries(url.searchParams)
  return {
    ...{ href, origin, protocol, username, password, host, hostname, port },
    ...{ pathname, search, searchParams, hash },
  }
}

const cookieText = (name: string, value: string, options: Readonly<Record<string, unknown>>) =>
  [
    `${name}=${value}`,
    ...Object.entries(options).map(([option, setting]) =>
      setting === true ? option : `${option}=${setting}`,
    ),
  ].join('; ')

/** The surroundings of the template: addresses, cookies, storage, the container. */
export function surroundingApis(page: GtmPage): Apis {
  const kept = new Map<string, unknown>()
  return {
    getUrl: (part) => readUrl(page.href(), part),
    getReferrerUrl: (part) => readUrl(page.referrer(), part),
    getQueryParameters: (name, all) => readQuery(page.href(), name, all),
    getReferrerQueryParameters: (name, all) => readQuery(page.referrer(), name, all),
    parseUrl,
    readTitle: page.title,
    readCharacterSet: page.characterSet,

    getCookieValues(name, decode = true) {
      const pairs = page
        .cookies()
        .split('; ')
        .map((pair) => pair.split('='))
      const values = pairs.filter(([key]) => key === name).map((pair) => pair.slice(1).join('='))
      return decode ? values.map(decodeURIComponent) : values
    },
    setCookie: (name, value, options = {}, encode = true) =>
      page.setCookie(cookieText(name, encode ? encodeURIComponent(value) : value, options)),

    localStorage: {
      getItem: (key) => page.storage.getItem(key),
      setItem(key, value) {
        page.storage.setItem(key, value)
        return true
      },
      removeItem: (key) => page.storage.removeItem(key),
    },
    templateStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    },

    logToConsole: page.log,
    addEventCallback: () => undefined,
    readAnalyticsStorage: () => ({ sessions: [] }),
    getContainerVersion: () => ({
      ...{ containerId: 'GTM-TEST', version: '1', environmentMode: false, environmentName: '' },
      ...{ debugMode: true, previewMode: true },
    }),
  }
}
