import { render } from 'preact'
import type { AgentFilter, AgentReply } from '../parts/clients/agent/parse-answer'
import { agentStyles } from './agent-styles'
import { problemText, textsFrom } from './agent-texts'
import { type AgentActions, type AgentModel, AgentPanel } from './agent-view'
import {
  type AgentTurn,
  agentTurn,
  keepTranscript,
  readTranscript,
  type ShopperTurn,
  type Transcript,
} from './chat-transcript'
import { askShop, currentConversation, forgetConversation, prepareShop } from './shop-agent'

const PHONE = '(max-width: 47.99rem)'

/**
 * `<svc-agent>`: a chat with the Shopping Agent. Attributes: `place` (`corner` for a button that opens a panel, or `inline`), `heading`,
 * `examples` (separated by `|`), `currency` (ISO 4217), `texts` (JSON), `theme="light"`.
 */
class SvcAgent extends HTMLElement {
  static readonly observedAttributes = ['place', 'heading', 'examples', 'currency', 'texts', 'lang']

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #button = document.createElement('button')
  readonly #panel = document.createElement('dialog')
  #transcript: Transcript = { turns: [], isOpen: false }
  #arriving: AgentTurn | undefined
  #draft = ''
  #problem: string | undefined
  #isAsking = false

  connectedCallback() {
    if (!this.#panel.isConnected) this.#build()
    this.#transcript = readTranscript()
    this.#draw()
    void this.#dropStranger()
    if (this.#transcript.isOpen && !this.#isInline && !matchMedia(PHONE).matches) this.#open(false)
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw()
  }

  #build() {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(agentStyles)
    this.#root.adoptedStyleSheets = [sheet]
    this.#panel.className = 'panel'
    this.#panel.setAttribute('part', 'panel')
    this.#panel.setAttribute('aria-labelledby', 'heading')
    this.#panel.addEventListener('close', () => this.#closed())
    // The browser closes a modal dialog on Escape, but not one that leaves the page usable.
    this.#panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && !this.#isInline) this.#panel.close()
    })
    this.#button.type = 'button'
    this.#button.className = 'open'
    this.#button.setAttribute('part', 'button')
    this.#button.setAttribute('aria-haspopup', 'dialog')
    this.#button.addEventListener('click', () => this.#open(true))
    this.#root.append(this.#button, this.#panel)
  }

  get #isInline() {
    return this.getAttribute('place') === 'inline'
  }

  #open(takesFocus: boolean) {
    if (!this.#panel.open) {
      if (!takesFocus) this.#panel.open = true
      else if (matchMedia(PHONE).matches) this.#panel.showModal()
      else this.#panel.show()
    }
    this.toggleAttribute('open', true)
    this.#keep({ ...this.#transcript, isOpen: true })
    if (takesFocus) this.#field()?.focus()
    this.#showLatest()
    // A failure here is reported when the first message fails.
    prepareShop().catch(() => {})
  }

  #closed() {
    this.toggleAttribute('open', false)
    this.#keep({ ...this.#transcript, isOpen: false })
    this.#button.focus()
  }

  #field() {
    return this.#root.querySelector('textarea')
  }

  /** Scrolls to the shopper's last message, because the answer is below it. */
  #showLatest() {
    const body = this.#root.querySelector('.body')
    const messages = this.#root.querySelectorAll<HTMLElement>('.shopper')
    const last = messages[messages.length - 1]
    if (body && last) body.scrollTop = last.offsetTop - 12
  }

  #keep(transcript: Transcript) {
    this.#transcript = transcript
    keepTranscript(transcript)
  }

  #draw() {
    const texts = textsFrom(this.getAttribute('texts'))
    const heading = this.getAttribute('heading') ?? texts.open
    const content = (
      <>
        <Bubble />
        <span>{heading}</span>
      </>
    )
    render(content, this.#button)
    if (this.#isInline) this.#panel.setAttribute('open', '')
    const model: AgentModel = {
      ...{ heading, texts, draft: this.#draft, problem: this.#problem, isAsking: this.#isAsking },
      examples: (this.getAttribute('examples') ?? '')
        .split('|')
        .map((text) => text.trim())
        .filter(Boolean),
      money: moneyIn(this.getAttribute('currency'), this.lang || document.documentElement.lang),
      turns: this.#transcript.turns,
      arriving: this.#arriving,
      isInline: this.#isInline,
    }
    render(<AgentPanel model={model} actions={this.#actions} />, this.#panel)
  }

  async #ask({ text, filters }: ShopperTurn) {
    this.#isAsking = true
    this.#problem = undefined
    this.#draw()
    this.#showLatest()
    const asked = this.#transcript.turns
    // If the shopper has started again in the meantime, the answer belongs to a conversation that is over.
    const isOver = () => this.#transcript.turns !== asked
    const turnOf = (reply: AgentReply) => {
      const before = this.#transcript.conversationId
      return agentTurn(reply, before !== undefined && before !== reply.conversationId)
    }
    try {
      const reply = await askShop(text, filters, (part) => {
        if (isOver()) return
        const isFirst = !this.#arriving
        this.#arriving = turnOf(part)
        this.#draw()
        if (isFirst) this.#showLatest()
      })
      if (isOver()) return
      this.#arriving = undefined
      const turns = [...asked, turnOf(reply)]
      this.#keep({ ...this.#transcript, conversationId: reply.conversationId, turns })
    } catch (error) {
      if (isOver()) return
      this.#arriving = undefined
      this.#problem = problemText(error, textsFrom(this.getAttribute('texts')))
    }
    this.#isAsking = false
    this.#draw()
    this.#showLatest()
  }

  readonly #actions: AgentActions = {
    type: (text) => {
      this.#draft = text
      this.#draw()
    },
    send: (text, filters: readonly AgentFilter[] = []) => {
      if (this.#isAsking || text.trim() === '') return
      const turn: ShopperTurn = { who: 'shopper', text: text.trim(), filters }
      this.#keep({ ...this.#transcript, turns: [...this.#transcript.turns, turn] })
      this.#draft = ''
      void this.#ask(turn)
      this.#field()?.focus()
    },
    retry: () => {
      const { turns } = this.#transcript
      const last = turns[turns.length - 1]
      if (last?.who === 'shopper') void this.#ask(last)
      this.#field()?.focus()
    },
    restart: () => {
      forgetConversation().catch(() => {})
      this.#keep({ turns: [], isOpen: this.#transcript.isOpen })
      this.#arriving = undefined
      this.#problem = undefined
      this.#isAsking = false
      this.#draw()
      this.#field()?.focus()
    },
    close: () => this.#panel.close(),
  }

  /** Drops the turns of a conversation that the service no longer continues, for example after a new visit. */
  async #dropStranger() {
    const { conversationId, turns } = this.#transcript
    if (conversationId === undefined) return
    const current = await currentConversation().catch(() => conversationId)
    if (current === conversationId || this.#transcript.turns !== turns) return
    this.#keep({ turns: [], isOpen: this.#transcript.isOpen })
    this.#draw()
  }
}

const Bubble = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path
      d="M4 5h16v11H9l-5 4V5Z"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linejoin="round"
    />
  </svg>
)

/** Formats prices in the language of the page, or as plain numbers without a currency. */
function moneyIn(currency: string | null, language: string): (price: number) => string {
  try {
    const style = currency ? ({ style: 'currency', currency } as const) : {}
    const format = new Intl.NumberFormat(language || undefined, style)
    return (price) => format.format(price).replace(/[.,]00(?!\d)/, '')
  } catch {
    // biome-ignore lint/suspicious/noConsole: it tells the developer which attribute to fix.
    console.warn(`svc-agent: currency="${currency}" is no currency; write a code such as EUR.`)
    return String
  }
}

if (!customElements.get('svc-agent')) customElements.define('svc-agent', SvcAgent)
