import type { Svc } from '../api/svc'
import type { AgentFilter, AgentReply } from '../parts/clients/agent/parse-answer'

/** How long the tag may take to load before the shopper sees an error. */
const TAG_LIMIT_MS = 10_000
const LOOK_MS = 100

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** `window.svc`, once the tag or its snippet has loaded. @throws An object with the fault `network` if neither loads. */
async function tag(): Promise<Svc> {
  const script = document.querySelector<HTMLScriptElement>('script[data-site-key]')
  let isGone = script?.dataset.failed !== undefined
  script?.addEventListener('error', () => {
    isGone = true
  })
  for (let waited = 0; waited < TAG_LIMIT_MS && !isGone; waited += LOOK_MS) {
    const { svc } = window as unknown as { readonly svc?: Svc }
    const isReady = await Promise.race([svc?.ready?.then(() => true), wait(LOOK_MS)])
    if (svc && isReady) return svc
  }
  throw { fault: 'network' }
}

/** Asks the Shopping Agent through the tag. `onPart` is called with the reply so far whenever more of it arrives. */
export async function askShop(
  text: string,
  filters: readonly AgentFilter[],
  onPart: (reply: AgentReply) => void,
): Promise<AgentReply> {
  const { agent } = await tag()
  return agent.ask(text, { ...(filters.length > 0 && { filters }), onPart })
}

/** Begins the conversation before the first message, so that its answer comes sooner. */
export const prepareShop = async () => (await tag()).agent.start()

/** The conversation that the next message belongs to. */
export const currentConversation = async () => (await tag()).agent.conversationId

/** Ends the conversation. */
export const forgetConversation = async () => (await tag()).agent.reset()
