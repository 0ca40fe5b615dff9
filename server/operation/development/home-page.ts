import { eventPagePath, passPagePath, pathTo } from '#contract/paths.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { STORIES } from '#server/organiser/event-file/sample/stories.ts'
import { MAILS_PATH } from './mail-preview.ts'
import { OUTBOX_PATH } from './outbox.ts'
import { page } from './page.ts'

export type ListedEvent = { readonly shortName: string; readonly title: string; readonly status: string }
export type ListedPass = { readonly publicId: string; readonly title: string; readonly status: string }

type HomeFacts = {
  readonly events: readonly ListedEvent[]
  readonly passes: readonly ListedPass[]
  readonly now: string
  /** Under which the shop has been asked: "localhost:8080". */
  readonly host: string
}

/** The index of everything that development has and a real shop hasn't. */
export function homePage({ events, passes, now, host }: HomeFacts, nonce: string): string {
  const post = `curl -H "Authorization: ApiKey $FOYER_API_KEY" -X POST ${escapeHtml(host)}/dev`
  return page(
    'Development',
    `<h1>Development</h1>
<h2>Look</h2>
<ul>
<li><a href="${OUTBOX_PATH}">Outbox</a>: what would have been sent</li>
<li><a href="${MAILS_PATH}">Mails</a>: every mail there is, in each language</li>
<li><a href="/dev/gallery">Gallery</a>: every component in every state</li>
<li><a href="/api/openapi.json">OpenAPI</a>: every call this shop answers</li>
</ul>
<h2>Events</h2>
${events.length === 0 ? '<p class="soft">None. Start on an empty data folder to get the sample events.</p>' : ''}
<ul>${events.map(eventItem).join('')}</ul>
<h2>Passes</h2>
${passes.length === 0 ? '<p class="soft">None.</p>' : ''}
<ul>${passes.map(passItem).join('')}</ul>
<h2>Time and jobs</h2>
<p>The shop's clock says ${escapeHtml(now)}.</p>
<p>What changes something wants the system API key: the first start prints it, FOYER_API_KEY states one, and
<code>npm run foyer -- api-key rotate-system</code> makes a new one.</p>
<pre tabindex="0">${post}/clock -H 'content-type: application/json' -d '{"advance":"PT26M"}'
${post}/clock -H 'content-type: application/json' -d '{"set":"2027-05-15T09:00:00Z"}'
${post}/clock -H 'content-type: application/json' -d '{"reset":true}'
${post}/jobs/run</pre>`,
    nonce,
  )
}

const eventItem = ({ shortName, ...event }: ListedEvent): string =>
  listItem({ ...event, name: shortName, address: pathTo(eventPagePath, { shortName }) })

const passItem = ({ publicId, ...pass }: ListedPass): string =>
  listItem({ ...pass, name: publicId, address: pathTo(passPagePath, { id: publicId }) })

type Item = { readonly name: string; readonly address: string; readonly title: string; readonly status: string }

function listItem({ name, address, title, status }: Item): string {
  const note = status === 'PUBLIC' ? '' : ` <span class="soft">${escapeHtml(status)}</span>`
  return `<li><a href="${escapeHtml(address)}">${escapeHtml(title)}</a>${note}${storyOf(name)}</li>`
}

/** Nothing for what is no sample. */
function storyOf(name: string): string {
  const sample = Object.hasOwn(STORIES, name) ? STORIES[name] : undefined
  if (sample === undefined) return ''
  const tries = (sample.tries ?? []).map(text => `<li>${escapeHtml(text)}</li>`).join('')
  return `<p class="soft">${escapeHtml(sample.story)}</p>${tries === '' ? '' : `<ul class="soft">${tries}</ul>`}`
}
