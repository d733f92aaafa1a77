import type { ComponentChildren } from 'preact'
import type { InspectedSettings } from '../inspector-api'
import { CopyButton, useActions } from './widgets'

declare const __VERSION__: string

const ruleText = (rule: InspectedSettings['impressions']) =>
  rule === 'load'
    ? 'as soon as a tile is in the page'
    : `${rule.ratio * 100} % of a tile, visible for ${rule.dwellMs.toLocaleString()} ms`

/** Shows the tag's settings, and exports everything that the panel knows as a file. */
export function SetupTab() {
  const { tag, save } = useActions()
  const { siteKey, trackerUrl, browseUrl, agentUrl, impressions } = tag.settings
  const user = tag.user()
  return (
    <>
      <div class="toolbar">
        <button type="button" class="small" onClick={() => void save()}>
          Save the session as JSON
        </button>
      </div>
      {tag.version !== __VERSION__ && (
        <p class="empty">
          The tag is {tag.version}, the inspector {__VERSION__}: one of them came from a cache.
        </p>
      )}
      <dl class="setup">
        <RawEvent name="Visitor">
          {user ? <Copied text={user.id} /> : 'none: no consent, or no cookie yet'}
        </RawEvent>
        <RawEvent name="Visit">{user ? <Copied text={user.visitId} /> : 'none'}</RawEvent>
        <RawEvent name="An impression is">{ruleText(impressions)}</RawEvent>
        <RawEvent name="Site key">
          <code>{siteKey}</code>
        </RawEvent>
        <RawEvent name="Tracker">
          <code>{trackerUrl}</code>
        </RawEvent>
        <RawEvent name="Browse">{browseUrl ? <code>{browseUrl}</code> : 'not set up'}</RawEvent>
        <RawEvent name="Agent">{agentUrl ? <code>{agentUrl}</code> : 'not set up'}</RawEvent>
        <RawEvent name="Version">{tag.version}</RawEvent>
      </dl>
    </>
  )
}

const Copied = ({ text }: { readonly text: string }) => (
  <>
    <code>{text}</code> <CopyButton text={text} name="Copy" />
  </>
)

const RawEvent = ({
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
