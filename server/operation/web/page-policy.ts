import type { Info } from '#contract/info.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import type { PageGuests } from '#server/providers/port/terms.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { MAX_PARAMETER_LENGTH, pageParameters } from '#contract/page-need.ts'

/** Other sites that may show our pages in a frame, and the one that gets reports of what happens there. */
export type Embedding = { readonly allowedOrigins: readonly string[]; readonly messageOrigin: string }

/** At most a second old. */
export function embeddingMemory({ db }: Pick<Shop, 'db'>): BriefMemory<'embedding', Embedding> {
  return briefMemory({
    milliseconds: 1000,
    capacity: 1,
    load: async () => {
      const settings = await systemSettings(db)
      return {
        allowedOrigins: settings.list('EMBED_ALLOWED_ORIGINS'),
        messageOrigin: settings.text('EMBED_POST_MESSAGE_ORIGIN') ?? '',
      }
    },
  })
}

/** Who may take part in a page beside us, as far as clients need to know. */
type Guests = Pick<Info, 'analyticsConfiguration' | 'robotCheckWidgets'>

/** Of applications of our own, in which no other site takes part. */
export const NO_FRAMES: Embedding = { allowedOrigins: [], messageOrigin: '' }
export const NO_PAYMENTS: PageGuests = { connections: [], frames: [] }
export const OF_NO_OTHERS: Guests = {
  analyticsConfiguration: { googleAnalyticsKey: null, googleAnalyticsScrambledInfo: false, clientId: null },
  robotCheckWidgets: { turnstile: null, recaptcha: null },
}

type PolicyOf = {
  readonly nonce: string
  readonly url: string
  /** Pictures that a person has chosen and not sent yet are shown. */
  readonly showsChosenFiles?: boolean
}

const WAITING_ROOM = /^\/event\/[^/]+\/ticket\/[^/]+\/check-in\/[^/]+\/waiting-room(?:\?|$)/

/** What a page may load, and who may show it: only configured sites, and payment providers (lifecycle I). */
export function pagePolicy(info: Guests, { allowedOrigins }: Embedding, pays: PageGuests, page: PolicyOf): string {
  const { nonce, url, showsChosenFiles = false } = page
  const widgets = widgetOrigins(info)
  const counters = info.analyticsConfiguration.googleAnalyticsKey === null ? [] : GOOGLE_ANALYTICS
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Attributes are what React writes while it draws; a browser too old to distinguish the two allows both.
    "style-src 'self' 'unsafe-inline'",
    // The widgets of others bring style elements that know no nonce.
    `style-src-elem 'self' ${widgets.length > 0 ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: https:${showsChosenFiles ? ' blob:' : ''}`,
    ...sources('connect-src', [...widgets, ...counters, ...pays.connections]),
    ...sources('frame-src', [...widgets, ...pays.frames]),
    // Not every browser lets 'strict-dynamic' reach workers.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    // The room of a call is at whatever site the organiser has it, and browsers hold the answer to a form against this.
    `form-action 'self'${WAITING_ROOM.test(url) ? ' https: http:' : ''}`,
    `frame-ancestors ${allowedOrigins.length > 0 ? allowedOrigins.join(' ') : "'none'"}`,
    'report-uri /report-csp-violation',
  ].join('; ')
}

/** Without others, what holds for everything holds for these too. */
const sources = (name: string, others: readonly string[]): readonly string[] =>
  others.length > 0 ? [`${name} ${["'self'", ...new Set(others)].join(' ')}`] : []

/** The script itself comes in by 'strict-dynamic'. */
const GOOGLE_ANALYTICS = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
]

/** Where the robot checks of others come from; their frames and calls go there too. */
function widgetOrigins({ robotCheckWidgets: { turnstile, recaptcha } }: Guests): readonly string[] {
  return [turnstile, recaptcha].flatMap(widget => (widget ? [new URL(widget.script).origin] : []))
}

/** A list asks for a handful of tags. */
const MAX_TAGS = 20

/**
 * The address of a page as it is rendered: only the parameters that pages know, the first of each (of tags all that
 * differ, 20 at most), always in the same order. However an address is written, its page is read and kept once.
 */
export function pageAddress(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const filtered = new URLSearchParams(query)
  const parameters = new URLSearchParams()
  for (const [name, value] of pageParameters(filtered)) parameters.append(name, value)
  for (const tag of tagsIn(filtered)) parameters.append('tags', tag)
  const written = parameters.toString()
  return written === '' ? path : `${path}?${written}`
}

function tagsIn(filtered: URLSearchParams): string[] {
  const tags = filtered
    .getAll('tags')
    .flatMap(tags => tags.split(','))
    .filter(tag => tag !== '' && tag.length <= MAX_PARAMETER_LENGTH)
  return [...new Set(tags)].slice(0, MAX_TAGS).toSorted()
}
