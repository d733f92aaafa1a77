import { isInFrame } from './selectors'

/** The words that shops use for the cart, by language; each stands at the beginning of a label. */
const WORDS = [
  '(?:add|put)(?: it| this| item)? (?:to|into|in) (?:the |my |your )?(?:shopping )?(?:cart|bag|basket|trolley)',
  'in (?:den|deinen|ihren|meinen) (?:waren|einkaufs)(?:korb|wagen)|in die (?:einkaufs)?tasche',
  '(?:ajouter|mettre) (?:au|dans le|à mon) panier',
  '(?:añadir|agregar) (?:al?|a la|a mi) (?:carrito|carro|cesta|bolsa)',
  '(?:adicionar|colocar) (?:ao|à|na|no) (?:carrinho|cesto|cesta|sacola)',
  'aggiungi al (?:carrello|cestino)',
  '(?:in|aan) (?:de |mijn )?winkel(?:wagen|mand|wagentje)|toevoegen aan (?:de )?winkel(?:wagen|mand)',
  '(?:dodaj )?do koszyka|(?:přidat |vložit )?do košíku|(?:pridať |vložiť )?do košíka|v košarico',
  'lägg (?:till )?i (?:varukorg|kundvagn)|(?:læg|tilføj)(?: til| i) (?:indkøbs)?kurv|legg (?:til )?i handle(?:kurv|vogn)|lisää (?:ostos)?koriin',
  'kosárba|adaugă în co[sșş]|sepete ekle|προσθήκη στο καλάθι|thêm vào giỏ',
  '(?:добавить )?в корзину|(?:додати )?(?:до|в|у) кошик',
  'カートに(?:入れる|追加)|買い物かごに|加入购物车|加入購物車|添加到购物车|장바구니|הוסף לסל|أضف (?:إلى|الى) (?:السلة|العربة)',
]

const CART_LABEL = new RegExp(`^[^\\p{L}]*(?:${WORDS.join('|')})`, 'iu')

/** Words for a cart in class names and other attributes. */
export const CART_NAME =
  /add[-_ ]?(?:item[-_ ]?)?(?:to[-_ ]?)?(?:the[-_ ]?)?(?:shopping[-_ ]?)?(?:cart|bag|basket)|(?:cart|basket)[-_. ]?(?:item[-_ ]?)?add|button_in_cart|\bbtn-buy\b|\bo_wsale_product_btn\b/i

/** Attributes in which shops name a control's purpose. */
const NAMING =
  'name,class,id,data-action,data-button-action,data-button-type,data-role,data-hook,data-testid,data-test-id,onclick'.split(
    ',',
  )

/** Labels of controls that do something else with a product and may share the class of cart controls. */
const OTHER_LABEL =
  /option|choose|select|detail|view|more|wish|favou?rite|compare|notify|sold|out of stock|remove|delete|update|checkout|buy now|wähl|detail|merk|option|voir|choisir|ver |opcion|scegli|kies|wybierz|välj/i

const CONTROLS =
  'button,a[href],[role=button],input[type=submit],input[type=button],input[type=image]'

/** Carts shown on top of every page, and their lines. */
const DRAWER =
  '[role=dialog],dialog,[class*=minicart i],[class*=mini-cart i],[class*=cart-drawer i],[id*=cart-drawer i],[class*=offcanvas-cart i]'

export const isInDrawer = (element: Element): boolean => element.closest(DRAWER) !== null

/** Everything on the page that can be pressed. */
export const controlsOf = (page: Document = document): readonly Element[] => [
  ...page.querySelectorAll(CONTROLS),
]

/** The source of a control's label, in a map's syntax, and the label itself. */
export function labelOf(control: Element): readonly [source: string, label: string] {
  const labels = [
    ['@text', control.textContent],
    ['@.value', control instanceof HTMLInputElement ? control.value : ''],
    ['@aria-label', control.getAttribute('aria-label')],
    ['@title', control.getAttribute('title')],
    ['@alt', control.getAttribute('alt')],
  ] as const
  const written = labels.map(([source, label]) => [source, label?.trim() ?? ''] as const)
  return (
    written.find(([, label]) => CART_LABEL.test(label)) ??
    written.find(([, label]) => label) ?? ['@text', '']
  )
}

/** The words of a label that mean the cart; `undefined` if it says something else. */
export const cartWords = (label: string): string | undefined => CART_LABEL.exec(label)?.[0]

const saysCart = (control: Element) => CART_LABEL.test(labelOf(control)[1])

const namesCart = (control: Element) =>
  NAMING.some((name) => CART_NAME.test(control.getAttribute(name) ?? ''))

const saysOther = (control: Element) => OTHER_LABEL.test(labelOf(control)[1])

/** Selectors for what a control says about itself besides its classes: an attribute, or the URL of its link. */
export function cartTraits(control: Element): readonly string[] {
  const named = NAMING.filter((name) => !/^(class|id|onclick)$/.test(name)).flatMap((name) => {
    const value = control.getAttribute(name) ?? ''
    return CART_NAME.test(value) && isPlain(value) ? `[${name}='${value}']` : []
  })
  const labelled = ['aria-label', 'title'].flatMap((name) => {
    const value = control.getAttribute(name) ?? ''
    return CART_LABEL.test(value) && isPlain(value) ? `[${name}='${value}']` : []
  })
  const [part] = ADDING.exec(control.getAttribute('href') ?? '') ?? []
  return [...named, ...(part ? [`a[href*='${part}']`] : []), ...labelled]
}

/** Whether a value can be used in a selector unescaped. */
const isPlain = (value: string) => !/['\\\n]/.test(value)

/** Addresses that add a product to the cart when they are opened. */
export const ADDING =
  /add-to-cart=|add_to_cart=|action=add\b|\/(?:cart|basket|bag|panier|warenkorb)\/add\b|\/addtocart\b/i

/** The action of product forms. Forms of the cart itself have the same action, but they are on other pages. */
const CART_ACTION =
  /(?:^|[/_.-])(?:cart|basket|bag|trolley|line-?item|warenkorb|einkaufswagen|panier|carrito|cesta|carrinho|carrello|winkelwagen|koszyk|kosik)\b/i

/** Whether a form's `action` leads to the cart. A field named `action` may hide the form's own member. */
export const isCartForm = (form: Element): boolean =>
  CART_ACTION.test((form.getAttribute('action') ?? '').replace(/[?#].*/, '')) ||
  /LinesAdd/.test(form.querySelector('[name=cartFormInput]')?.getAttribute('value') ?? '')

const isSubmit = (control: Element) =>
  control.matches('input[type=submit],input[type=image],button:not([type=button],[type=reset])')

/** The form that a press of the control submits. */
export const formOf = (control: Element): Element | undefined =>
  (isSubmit(control) && control.closest('form')) || undefined

/** The control in a cart form that has no label, or an unknown one. */
function unnamedIn(form: Element, controls: readonly Element[]): readonly Element[] {
  const own = controls.filter((one) => form.contains(one) && !saysOther(one))
  if (own.some((one) => saysCart(one) || namesCart(one))) return []
  const first = own.find(isSubmit) ?? own.find((one) => one.matches('[role=button]'))
  return first ? [first] : []
}

/**
 * Finds the controls that add a product to the cart, by their visible label or else by their names
 * in the code. A control without a known label is recognized by its form.
 */
export function findCartControls(page: Document = document): readonly Element[] {
  const controls = controlsOf(page).filter((one) => !isInFrame(one) && !isInDrawer(one))
  const saying = controls.filter(saysCart)
  const named = controls.filter((one) => namesCart(one) && !saysOther(one))
  const unlabelled = named.filter((one) => !labelOf(one)[1] || isIcon(one))
  const byForm = [...page.forms]
    .filter((form) => isCartForm(form) && !isInDrawer(form))
    .flatMap((form) => unnamedIn(form, controls))
  const found = saying.length ? [...saying, ...unlabelled, ...byForm] : [...named, ...byForm]
  return controls.filter((one) => found.includes(one))
}

/** An icon without text, labelled for screen readers. */
const isIcon = (control: Element) => !control.textContent?.trim()
