import { render } from 'lit-html'
import type { ShopAgent } from './agent-client'
import { type ChatActions, chatView } from './chat-view'
import { withOption } from './filter-options'
import { createPanel } from './panel'
import { problemOf } from './problem'
import {
  blank,
  type Filter,
  keepTranscript,
  readTranscript,
  type ShopperTurn,
  type Transcript,
} from './transcript'

/** Dependencies of the chat. */
export interface ChatDeps {
  readonly button: HTMLElement
  readonly dialog: HTMLDialogElement
  readonly agent: ShopAgent
}

/** Opens the chat behind its button, with what was said on earlier pages of this tab. */
export function startChat({ button, dialog, agent }: ChatDeps): void {
  let transcript: Transcript = readTranscript()
  let chosen: readonly Filter[] = []
  let draft = ''
  let problem: string | undefined
  let isAsking = false
  const panel = createPanel({ button, dialog })

  function draw() {
    const { turns } = transcript
    render(chatView({ turns, chosen, draft, problem, isAsking }, actions), dialog)
  }

  function keep(next: Transcript) {
    transcript = next
    keepTranscript(transcript)
  }

  async function ask({ text, filters }: ShopperTurn) {
    isAsking = true
    problem = undefined
    draw()
    panel.showLatest()
    const asked = transcript
    try {
      const { turn, conversationId } = await agent.ask(text, filters)
      // Started again in the meantime: the answer belongs to a conversation that is over.
      if (transcript !== asked) return
      const isFreshStart = ![undefined, conversationId].includes(asked.conversationId)
      keep({ conversationId, turns: [...transcript.turns, { ...turn, isFreshStart }] })
    } catch (error) {
      if (transcript !== asked) return
      problem = problemOf(error)
    }
    isAsking = false
    draw()
    panel.showLatest()
  }

  const actions: ChatActions = {
    type(text) {
      draft = text
    },
    send(text) {
      if (isAsking || text.trim() === '') return
      const turn: ShopperTurn = { who: 'shopper', text: text.trim(), filters: chosen }
      keep({ ...transcript, turns: [...transcript.turns, turn] })
      draft = ''
      chosen = []
      void ask(turn)
    },
    choose(field, option) {
      chosen = withOption(chosen, field, option)
      draw()
    },
    retry() {
      const last = transcript.turns.findLast((turn) => turn.who === 'shopper')
      if (last) void ask(last)
    },
    restart() {
      agent.forget()
      keep(blank)
      chosen = []
      problem = undefined
      isAsking = false
      draw()
      panel.focus()
    },
    close: panel.close,
  }

  /** A transcript of an earlier visit would show words that the agent no longer knows. */
  async function dropStranger() {
    const { conversationId, turns } = transcript
    if (turns.length === 0 || (await agent.conversationId()) === conversationId) return
    keep(blank)
    draw()
  }

  draw()
  void dropStranger()
  panel.restore()
}
