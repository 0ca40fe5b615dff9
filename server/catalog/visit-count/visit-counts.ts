import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { eventPath, eventPagePath, reserveTicketsPath } from '#contract/paths.ts'
import { EMBED_PREFIX } from '#domain/catalog/channel/channel.ts'
import type { Shop } from '#server/catalog/context.ts'
import { statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { routeName } from '#server/foundation/http/request.ts'
import { channelOf } from './request-channel.ts'

/** How often the pages of events are seen, and orders begun: counted in memory, and stored together. */

/** How long a process keeps counts; when it is killed, they are lost. */
export const STORED_EVERY_MS = 5000

/** A process keeps so many different counts until they are stored: invented addresses don't fill its memory. */
const MOST_KEPT = 2000

type Counted = { readonly slug: string; readonly channel: string; views: number; begun: number }
type What = 'views' | 'begun'

export type VisitCounts = { store(): Promise<void> }

type Options = {
  /** How often they are stored by themselves; left out: only when the process ends. */
  readonly everyMs?: number | undefined
}

/** Counts what is answered from here on. Nothing is kept of a visitor, and no request waits for it. */
export function countVisits(
  app: FastifyInstance,
  shop: Pick<Shop, 'db' | 'clock' | 'log'>,
  { everyMs }: Options = {},
): VisitCounts {
  const kept = new Map<string, Counted>()
  let timer: NodeJS.Timeout | undefined

  const store = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const counts = [...kept.values()]
    kept.clear()
    if (counts.length > 0) await storeCounts(shop, counts)
  }
  const storeOrLog = (): void => void store().catch((error: unknown) => shop.log.afterwardsFailed('visits', error))
  const note = (slug: string, channel: string, what: What): void => {
    const key = `${slug} ${channel}`
    const found = kept.get(key)
    if (found) found[what] += 1
    else if (kept.size < MOST_KEPT) kept.set(key, { slug, channel, views: 0, begun: 0, [what]: 1 })
    if (everyMs !== undefined) timer ??= setTimeout(storeOrLog, everyMs).unref()
  }

  app.addHook('onResponse', async (request, reply) => {
    const what = countedAs(request, reply.statusCode)
    const slug = what && slugIn(request.url)
    if (what && slug) note(slug, channelOf(request) ?? '', what)
  })
  app.addHook('onClose', async () => {
    await store().catch((error: unknown) => shop.log.afterwardsFailed('visits', error))
  })
  return { store }
}

/** What a request is in the figures of an event; undefined for what is not counted, such as programs and previews. */
function countedAs(request: FastifyRequest, status: number): What | undefined {
  const route = routeName(request)
  if (route === reserveTicketsPath) return request.method === 'POST' && status === 200 ? 'begun' : undefined
  if (request.method !== 'GET' || (status !== 200 && status !== 304)) return undefined
  // The page as a document; or its data alone, when a page of the shop leads to it without another document.
  const isSeen = route === eventPagePath || (route === eventPath && request.headers['sec-fetch-site'] === 'same-origin')
  return isSeen && isSeenByPerson(request) ? 'views' : undefined
}

function isSeenByPerson({ headers }: FastifyRequest): boolean {
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`
  return !purpose.includes('prefetch') && headers['user-agent'] !== undefined && !isbot(headers['user-agent'])
}

const slugIn = (url: string): string | undefined => /\/event\/([^/?]+)/.exec(url)?.[1]

async function storeCounts({ db, clock }: Pick<Shop, 'db' | 'clock'>, counts: readonly Counted[]): Promise<void> {
  await db.query(STORE, [
    timestamp(clock.now()),
    counts.map(({ slug }) => slug),
    counts.map(({ channel }) => channel),
    counts.map(({ views }) => views),
    counts.map(({ begun }) => begun),
  ])
}

/** An event has so many embedding pages of its own in the figures; others count as any other way. */
const MOST_EMBEDDERS = 200

/** A name that no link has counts as none. In one order, so that processes that store at once don't lock each other out. */
const STORE = statement(
  'store-visits',
  `insert into event_visit_day as stored (event_id, day, channel, views, begun)
   select event.id, ($1::timestamptz at time zone context.time_zone)::date as day, known.channel, sum(views), sum(begun)
   from unnest($2::text[], $3::text[], $4::int[], $5::int[]) as counted (slug, channel, views, begun)
     join event on short_name = slug join purchase_context as context on context.id = event.id
     cross join lateral (select case
       when exists (select from event_link where event_id = event.id and name = counted.channel) then counted.channel
       when counted.channel like '${EMBED_PREFIX}%' and (
         select count(distinct channel) from event_visit_day
         where event_id = event.id and channel like '${EMBED_PREFIX}%' and channel <> counted.channel) < ${MOST_EMBEDDERS}
         then counted.channel
       else '' end as channel) as known
   group by event.id, day, known.channel order by event.id, day, known.channel
   on conflict (event_id, day, channel) do update set views = stored.views + excluded.views, begun = stored.begun + excluded.begun`,
)
