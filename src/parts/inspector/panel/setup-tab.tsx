import type { ComponentChildren } from 'preact'
import { settings } from '../../../settings/read-settings'
import type { Settings } from '../../../settings/settings'
import { currentVisitor } from '../../../visitor/visitor'
import { saveSession } from './save-session'
import type { SessionEntry } from './session'
import { CopyButton } from './widgets'

declare const __VERSION__: string

const ruleText = (rule: Settings['impressions']) =>
  rule === 'load'
    ? 'as soon as a tile is in the page'
    : `${rule.ratio * 100} % of a tile, visible for ${rule.dwellMs.toLocaleString()} ms`

/** Shows the tag's settings, and exports everything that the panel knows as a file. */
export function SetupTab({ entries }: { readonly entries: readonly SessionEntry[] }) {
  const { siteKey, trackerUrl, browseUrl, agentUrl, impressions } = settings
  const visitor = currentVisitor()
  return (
    <>
      <div class="toolbar">
        <button type="button" class="small" onClick={() => void saveSession(entries)}>
          Save the session as JSON
        </button>
      </div>
      <dl class="setup">
        <Fact name="Visitor">
          {visitor ? <Copied text={visitor.uid} /> : 'none: no consent, or no cookie yet'}
        </Fact>
        <Fact name="Visit">{visitor ? <Copied text={visitor.visitId} /> : 'none'}</Fact>
        <Fact name="An impression is">{ruleText(impressions)}</Fact>
        <Fact name="Site key">
          <code>{siteKey}</code>
        </Fact>
        <Fact name="Tracker">
          <code>{trackerUrl}</code>
        </Fact>
        <Fact name="Browse">{browseUrl ? <code>{browseUrl}</code> : 'not set up'}</Fact>
        <Fact name="Agent">{agentUrl ? <code>{agentUrl}</code> : 'not set up'}</Fact>
        <Fact name="Version">{__VERSION__}</Fact>
      </dl>
    </>
  )
}

const Copied = ({ text }: { readonly text: string }) => (
  <>
    <code>{text}</code> <CopyButton text={text} name="Copy" />
  </>
)

const Fact = ({
  name,
  children,
}: {
  readonly name: string
  readonly children: ComponentChildren
}) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
