import { randomUUID } from 'node:crypto'
import type { Principal } from '#domain/access/principal/principal.ts'
import { type Instant, after } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import {
  LONGEST_OVERLAP,
  MAX_ENDPOINTS,
  MAX_URL_LENGTH,
  TEST_KIND,
  type WebhookKind,
  WEBHOOK_KINDS,
} from '#domain/organiser/webhook/webhook.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { isPublicHost } from '#server/foundation/http/public-network.ts'
import { insertTestDelivery, sendAgain } from './delivery-store.ts'
import {
  type Endpoint,
  deleteEndpoint,
  endpointsOf,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  lockEndpointsOf,
  replaceSecret,
  switchOff,
  switchOn,
  updateEndpoint,
} from './endpoint-store.ts'
import { newSecret } from './signature.ts'

type Needs = Pick<Shop, 'db' | 'clock' | 'config' | 'jobs'>

type EndpointForm = { readonly url: string; readonly description: string; readonly kinds: readonly WebhookKind[] }

/** The secret is shown this once. */
type WithSecret = { readonly endpoint: Endpoint; readonly secret: string }

/** Makes an endpoint, audited without its secret. Refused for an address that can't be used, or is there already. */
export async function createEndpoint(
  shop: Needs,
  by: Principal,
  { organizationId, ...form }: EndpointForm & { readonly organizationId: number },
): Promise<Outcome<WithSecret>> {
  const judged = await judgeForm(shop, form)
  if (!judged.ok) return judged
  const write = await writer(shop, by)
  const [id, secret, createdAt] = [randomUUID(), newSecret(), shop.clock.now()]
  return transaction(shop.db, async tx => {
    await lockEndpointsOf(tx, organizationId)
    const present = await endpointsOf(tx, organizationId)
    if (present.length >= MAX_ENDPOINTS)
      return refused({ code: 'foyer.desk.webhook.too-many', args: [String(MAX_ENDPOINTS)] })
    if (isTaken(present, judged.value.url)) return refused(TAKEN)
    await insertEndpoint(tx, { id, organizationId, ...judged.value, secret, createdAt })
    const endpoint = await findEndpoint(tx, id)
    if (!endpoint) throw new Error(`webhook ${id} was not written`)
    await write(tx, 'WEBHOOK_CREATED', null, endpoint)
    return accepted({ endpoint, secret })
  })
}

type EndpointChange = EndpointForm & { readonly isEnabled: boolean }

/** Changes it, or switches it off and on, audited. Undefined for one that is not there. */
export async function changeEndpoint(
  shop: Needs,
  by: Principal,
  id: string,
  { isEnabled, ...form }: EndpointChange,
): Promise<Outcome<Endpoint> | undefined> {
  const judged = await judgeForm(shop, form)
  if (!judged.ok) return judged
  const write = await writer(shop, by)
  return transaction(shop.db, async tx => {
    const before = await lockEndpoint(tx, id)
    if (!before) return undefined
    await lockEndpointsOf(tx, before.organizationId)
    const others = (await endpointsOf(tx, before.organizationId)).filter(one => one.id !== id)
    if (isTaken(others, judged.value.url)) return refused(TAKEN)
    await updateEndpoint(tx, id, judged.value)
    if (isEnabled && before.offAt !== null) await switchOn(tx, id)
    if (!isEnabled && before.offAt === null) await switchOff(tx, id, 'MEMBER', shop.clock.now())
    const changed = await findEndpoint(tx, id)
    if (!changed) throw new Error(`webhook ${id} is gone while it is changed`)
    await write(tx, 'WEBHOOK_CHANGED', before, changed)
    return accepted(changed)
  })
}

/** Deletes it with its deliveries, audited. False for one that is not there. */
export async function removeEndpoint(shop: Needs, by: Principal, id: string): Promise<boolean> {
  const write = await writer(shop, by)
  return transaction(shop.db, async tx => {
    const before = await lockEndpoint(tx, id)
    if (!before) return false
    await deleteEndpoint(tx, id)
    await write(tx, 'WEBHOOK_DELETED', before, null)
    return true
  })
}

/**
 * A new secret, shown this once. The one before signs beside it for so long, so that a receiver can be changed in between; one that was
 * being replaced already signs no more.
 */
export async function rotateSecret(
  shop: Needs,
  by: Principal,
  id: string,
  overlapMs: number,
): Promise<WithSecret | undefined> {
  const write = await writer(shop, by)
  const secret = newSecret()
  const now = shop.clock.now()
  const overlap = Math.min(overlapMs, LONGEST_OVERLAP)
  return transaction(shop.db, async tx => {
    const before = await lockEndpoint(tx, id)
    if (!before) return undefined
    await replaceSecret(tx, id, { secret, previousUntil: overlap > 0 ? after(now, overlap) : null })
    const endpoint = await findEndpoint(tx, id)
    if (!endpoint) throw new Error(`webhook ${id} is gone while its secret is replaced`)
    await write(tx, 'WEBHOOK_SECRET_REPLACED', before, endpoint)
    return { endpoint, secret }
  })
}

/** Sends a message that says nothing; returns its delivery. Refused while the endpoint is off, undefined for one that is not there. */
export async function sendTest({ db, clock, jobs }: Needs, id: string): Promise<Outcome<bigint> | undefined> {
  const now = clock.now()
  const sent = await transaction(db, async tx => {
    const endpoint = await lockEndpoint(tx, id)
    if (!endpoint) return undefined
    if (endpoint.offAt !== null) return refused(IS_OFF)
    const { organizationId } = endpoint
    return accepted(await insertTestDelivery(tx, { endpointId: id, organizationId, kind: TEST_KIND, now }))
  })
  if (sent?.ok) await jobs.wake('deliver-webhooks')
  return sent
}

/** Sends a delivery once more, by the same id. Refused while its endpoint is off. */
export async function redeliver(
  { db, jobs }: Needs,
  { offAt }: Pick<Endpoint, 'offAt'>,
  deliveryId: bigint,
): Promise<Outcome<void>> {
  if (offAt !== null) return refused(IS_OFF)
  await sendAgain(db, deliveryId)
  await jobs.wake('deliver-webhooks')
  return accepted(undefined)
}

const TAKEN = { code: 'foyer.desk.webhook.taken', field: 'url' } as const
const IS_OFF = { code: 'foyer.desk.webhook.is-off' } as const

const isTaken = (endpoints: readonly Endpoint[], address: string): boolean =>
  endpoints.some(({ url }) => url === address)

async function judgeForm({ config }: Pick<Needs, 'config'>, form: EndpointForm): Promise<Outcome<EndpointForm>> {
  const url = form.url.trim()
  const kinds = WEBHOOK_KINDS.filter(kind => form.kinds.includes(kind))
  const wrong = urlProblem(url, { mayBePlain: config.sendsWebhooksPrivately })
  if (wrong !== null) return refused({ code: `foyer.desk.webhook.url.${wrong}`, field: 'url' })
  if (kinds.length === 0) return refused({ code: 'foyer.desk.webhook.no-kinds', field: 'kinds' })
  const isReachable = config.sendsWebhooksPrivately || (await isPublicHost(new URL(url).hostname))
  if (!isReachable) return refused({ code: 'foyer.desk.webhook.url.private', field: 'url' })
  return accepted({ url: new URL(url).href, description: cleanLine(form.description), kinds })
}

type UrlProblem = 'not-a-url' | 'not-https' | 'credentials' | 'too-long'

/** What is wrong with an address to send to, as far as it shows; null: nothing. */
function urlProblem(text: string, { mayBePlain }: { readonly mayBePlain: boolean }): UrlProblem | null {
  if (text.length > MAX_URL_LENGTH) return 'too-long'
  if (!URL.canParse(text)) return 'not-a-url'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'not-a-url'
  if (protocol === 'http:' && !mayBePlain) return 'not-https'
  return username !== '' || password !== '' ? 'credentials' : null
}

/** Audits a change of an endpoint in the transaction that makes it, without its secrets. */
async function writer({ db, clock }: Needs, by: Principal) {
  const actor = await actorOf(db, by)
  return async (tx: Tx, action: string, before: Endpoint | null, changed: Endpoint | null): Promise<void> => {
    const of = changed ?? before
    await recordChange(tx, actor, {
      kind: 'WEBHOOK',
      action,
      subject: of?.url ?? '',
      organizationId: of?.organizationId ?? null,
      before: before && audited(before),
      after: changed && audited(changed),
      now: clock.now(),
    })
  }
}

type Audited = {
  readonly url: string
  readonly description: string
  readonly kinds: readonly WebhookKind[]
  readonly isEnabled: boolean
  readonly previousSecretUntil: Instant | null
}

const audited = ({ url, description, kinds, offAt, previousUntil }: Endpoint): Audited => ({
  url,
  description,
  kinds,
  isEnabled: offAt === null,
  previousSecretUntil: previousUntil,
})
