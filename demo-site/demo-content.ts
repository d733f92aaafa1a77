import type { AssistantSettings } from '../service/agent/assistant.ts'
import type { PageBanners } from '../service/browse/banners.ts'

/** The demo shop's currency, where it delivers to, and its answers to questions that no product answers. */
export const demoAssistant: AssistantSettings = {
  currency: 'EUR',
  // As in the checkout.
  countries: ['Austria', 'Denmark', 'France', 'Germany', 'Ireland', 'Netherlands', 'Spain'],
  answers: {
    returns: 'You have thirty days to send things back.',
    repair: 'We repair what you bought from us for as long as you own it.',
    order: 'I cannot see orders; your confirmation page lists what you ordered in this browser.',
    delivery:
      'Standard delivery takes 2 to 4 days and costs €4.95, free from €60; express comes tomorrow for €12.50.',
    payment: 'You pay by invoice.',
  },
}

/** Content that the demo shop's pages show above their products: hosted banners, and one of HTML. */
export const demoBanners: readonly PageBanners[] = [
  {
    field: 'categoryPath',
    value: 'Men>Shoes',
    banners: [{ imageUrl: '/pictures/sneaker-navy-0.svg', landingUrl: '/c/Men/Shoes/Sneakers' }],
  },
  {
    field: 'categoryPath',
    value: 'Women',
    banners: [{ bannerHtml: '<p><strong>New every Thursday.</strong> See what came in.</p>' }],
  },
]
