import type { BrowserContext, Page } from '@playwright/test'
import {
  kept,
  NOTHING,
  say,
  search,
  searches,
  started,
} from '../support/fixtures/consent-states.ts'
import { type Block, blocks, blocksOf, readFile } from '../support/fixtures/docs.ts'
import { serveTag, withOwnAddresses } from '../support/fixtures/own-addresses.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// What the documentation claims about consent: runs the snippet of every page in a browser, and checks what is stored and sent before an
// answer. Stand-ins behave as the makers of the banners document.

/** A snippet to paste: a script element, or the settings of a bundled application. */
interface Snippet {
  readonly where: string
  readonly consent: string | undefined
  readonly html: (shop: Shop) => string
}

const CONSENT = /data-consent="(\w+)"|\bconsent: ["'](\w+)["']|\? 'granted' : '(hold)'/

const consentIn = (code: string) => CONSENT.exec(code)?.slice(1).find(Boolean)

/** An element that a template renders: the page sets its consent, the test the rest. */
const fromTemplate = (consent: string | undefined) => (shop: Shop) =>
  shop.tag({ 'data-record-bots': '', ...(consent && { 'data-consent': consent }) })

const fromSettings = (settings: string) => (shop: Shop) =>
  `<script type="module">
    import { loadTag } from '/module.js'
    loadTag({ src: '/svc.js' }, { ...${withOwnAddresses(settings, shop)}, recordBots: true })
  </script>`

function snippetIn({ where, language, code }: Block): Snippet | undefined {
  const consent = consentIn(code)
  const [settings] = /\{\s*siteKey: ["']SITE["'][^}]*\}/.exec(code) ?? []
  if (/^(js|jsx|ts|vue)$/.test(language) && settings && code.includes('loadTag'))
    return { where, consent, html: fromSettings(settings) }
  if (!/<script async|<Tag\n/.test(code) || code.includes('svc-agent.js')) return undefined
  const isPage = language === 'html'
  return {
    where,
    consent,
    html: isPage ? (shop) => withOwnAddresses(code, shop) : fromTemplate(consent),
  }
}

const snippets: readonly Snippet[] = [
  ...blocks.flatMap((block) => snippetIn(block) ?? []),
  ...[readFile('dist/script-element.html')].map((code) => ({
    where: 'dist/script-element.html',
    consent: consentIn(code),
    html: (shop: Shop) => withOwnAddresses(code, shop),
  })),
]

test('every snippet in the documentation states its consent', () => {
  expect(snippets.length).toBeGreaterThan(15)
  expect(snippets.filter(({ consent }) => !consent).map(({ where }) => where)).toEqual([])
})

async function openPage(html: string, page: Page, shop: Shop) {
  shop.page('/page', `<!doctype html><title>Shop</title>${html}`)
  await shop.open('/page')
  await started(page)
}

async function expectNothing(context: BrowserContext, page: Page, shop: Shop) {
  expect(await searches(shop, page, `end ${Math.random()}`)).toEqual([])
  expect(await shop.received('visitor')).toEqual([])
  expect(await kept(context, page, false)).toEqual(NOTHING)
}

/** Resets the shopper's answer, so that the next page starts with nothing. */
async function forget(context: BrowserContext, page: Page, shop: Shop) {
  await say(page, 'denied')
  await expect.poll(() => kept(context, page, false)).toEqual(NOTHING)
  await shop.reset()
}

test('every snippet in the documentation stores and sends as its consent says', async ({
  page,
  shop,
  context,
}) => {
  await serveTag(page)
  for (const { where, consent, html } of snippets)
    await test.step(where, async () => {
      await openPage(html(shop), page, shop)
      await search(page, 'boots')
      if (consent === 'hold') {
        await expectNothing(context, page, shop)
        await say(page, 'granted')
      }
      await shop.waitFor('search')
      expect(await shop.waitFor('visitor')).toHaveLength(1)
      expect((await kept(context, page, false)).cookies).toContain('svc.userId')
      await forget(context, page, shop)
    })
})

/** A banner as its maker documents it: what it adds to the page before an answer, and what an answer does. */
interface StandIn {
  readonly before: string
  readonly answer: (isGiven: boolean) => string
}

const fire = (name: string, detail = 'null', target = 'window') =>
  `${target}.dispatchEvent(new CustomEvent('${name}', { detail: ${detail} }));`

const standIns: Readonly<Record<string, StandIn>> = {
  Cookiebot: {
    before: 'window.Cookiebot = { hasResponse: false, consent: {} };',
    answer: (isGiven) =>
      `Object.assign(Cookiebot, { hasResponse: true, consent: { statistics: ${isGiven} } }); ${fire('CookiebotOnConsentReady')}`,
  },
  OneTrust: {
    before: `window.OnetrustActiveGroups = ',C0001,'; ${fire('OneTrustGroupsUpdated', "['C0001']")}`,
    answer: (isGiven) =>
      `window.OnetrustActiveGroups = '${isGiven ? ',C0001,C0002,' : ',C0001,'}';
       ${fire('OneTrustGroupsUpdated', isGiven ? "['C0001', 'C0002']" : "['C0001']")} ${fire('OTConsentApplied')}`,
  },
  ucEvent: {
    before: fire('ucEvent', "{ event: 'consent_status', type: 'implicit', 'svc-tag': false }"),
    answer: (isGiven) =>
      fire('ucEvent', `{ event: 'consent_status', type: 'EXPLICIT', 'svc-tag': ${isGiven} }`),
  },
  Didomi: {
    before: `window.statusListeners = [];
      for (const onReady of didomiOnReady) onReady({
        getObservableOnUserConsentStatusForVendor: () => ({
          subscribe(listener) { statusListeners.push(listener); listener(undefined) },
        }),
      });`,
    answer: (isGiven) => `for (const listener of statusListeners) listener(${isGiven});`,
  },
  getCkyConsent: {
    before: `window.getCkyConsent = () => ({ categories: {}, isUserActionCompleted: false }); ${fire('cookieyes_banner_load', 'null', 'document')}`,
    answer: (isGiven) =>
      `window.getCkyConsent = () => ({ categories: { analytics: ${isGiven} }, isUserActionCompleted: true });
       ${fire('cookieyes_consent_update', 'null', 'document')}`,
  },
  answerConsent: {
    before: '',
    answer: (isGiven) =>
      `answerConsent('${isGiven ? 'granted' : 'denied'}'); localStorage.removeItem('shop-consent');`,
  },
}

test("the code for every banner passes on the shopper's answer, and nothing before it", async ({
  page,
  shop,
  context,
}) => {
  const snippet = `<script>${readFile('dist/svc-snippet.js')}</script>`
  const tag = shop.tag({ 'data-record-bots': '', 'data-consent': 'hold' })
  const lines = blocksOf('docs/consent-banners.md').filter(({ language }) => language === 'html')
  expect(lines.length).toBeGreaterThanOrEqual(Object.keys(standIns).length)
  for (const { where, code } of lines)
    for (const isGiven of [false, true])
      await test.step(`${where} ${isGiven}`, async () => {
        const [, banner] = Object.entries(standIns).find(([part]) => code.includes(part)) ?? []
        if (!banner) throw new Error(`no stand-in for the banner at ${where}`)
        await openPage(`${snippet}${code}<script>${banner.before}</script>${tag}`, page, shop)
        await search(page, 'boots')
        await expectNothing(context, page, shop)
        await page.evaluate(banner.answer(isGiven))
        if (!isGiven) return expectNothing(context, page, shop)
        await shop.waitFor('search')
        await shop.waitFor('visitor')
        await forget(context, page, shop)
      })
})

test('an answer given before the tag has loaded is kept by the snippet', async ({ page, shop }) => {
  const [block] = blocksOf('docs/consent-banners.md').filter(({ code }) =>
    code.includes('Cookiebot'),
  )
  const { before = '', answer } = standIns.Cookiebot ?? {}
  const snippet = `<script>${readFile('dist/svc-snippet.js')}</script>`
  const tag = shop.tag({ 'data-record-bots': '', 'data-consent': 'hold' })
  const early = `<script>${before}${answer?.(true)}</script>`
  await openPage(`${snippet}${block?.code}${early}${tag}`, page, shop)
  await shop.waitFor('visitor')
})
