import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/wallet.ts'
import { isUuid } from '#domain/uuid.ts'
import { type Instant, instant, minutes } from '#domain/instant.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { limited } from '#server/http/rate-limit.ts'
import { onceInAWhile } from '#server/memory/once-in-a-while.ts'
import { eventKey } from '#server/order/good-ticket.ts'
import { type AppleIssuer, appleIssuer } from '#server/wallet-issuer/configured.ts'
import { freshEvent } from '../fresh-event.ts'
import { type WalletPass, findApplePasses } from '../store.ts'
import { latestPass } from './make-pass.ts'
import { PASS_TYPE } from './package.ts'
import { isAuthorized, passToken } from './pass-token.ts'
import { countDevices, putRegistration, removeRegistrations, serialsOfDevice } from './registration-store.ts'

/** What Apple's devices ask about the passes they keep, as Apple lays it down; they have no session. */
export function appleUpdateService(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    for (const call of [calls.applePassVersion, calls.appleLatestPass]) {
      app.get(call.path, { schema: routeSchema(call) }, async (request, reply) => {
        const known = await knownPass(shop, request.params, request.headers.authorization)
        if (!known) return reply.code(404).send()
        const changed = wholeSeconds(known.pass.changedAt)
        reply.header('Last-Modified', new Date(changed).toUTCString()).header('Cache-Control', 'private, no-store')
        if (isKnownSince(request.headers['if-modified-since'], changed)) return reply.code(304).send()
        const pass = await latestPass(shop, { ...known, offer: await offerOfReservation(shop, known) })
        return pass ? reply.type(PASS_TYPE).send(pass) : reply.code(404).send()
      })
    }

    app.post(
      calls.appleRegister.path,
      { schema: routeSchema(calls.appleRegister), ...limited('device') },
      async ({ params, headers, body }, reply) => {
        const known = await knownPass(shop, params, headers.authorization)
        if (!known || (await countDevices(shop.db, known.pass.id)) >= DEVICES_AT_MOST) return reply.code(401).send()
        const registration = { passId: known.pass.id, device: params.device, pushToken: body.pushToken }
        const isNew = await putRegistration(shop.db, registration)
        return reply.code(isNew ? 201 : 200).send()
      },
    )

    app.delete(
      calls.appleUnregister.path,
      { schema: routeSchema(calls.appleUnregister) },
      async ({ params, headers }, reply) => {
        const known = await knownPass(shop, params, headers.authorization)
        if (!known) return reply.code(401).send()
        await removeRegistrations(shop.db, { ticketUuid: known.pass.ticketUuid, device: params.device })
        return reply.code(200).send()
      },
    )

    app.get(
      calls.appleChangedPasses.path,
      { schema: routeSchema(calls.appleChangedPasses) },
      async ({ params, query }, reply) => {
        const served = await servedEvent(shop, params)
        if (!served) return reply.code(204).send()
        const own = await serialsOfDevice(shop.db, { eventId: served.offer.context.id, device: params.device })
        const since = sinceOf(query.passesUpdatedSince)
        const changed = own.filter(({ changedAt }) => changedAt >= since)
        if (changed.length === 0) return reply.code(204).send()
        const lastUpdated = String(Math.max(...changed.map(({ changedAt }) => changedAt)))
        return reply.code(200).send({ serialNumbers: changed.map(({ serialNumber }) => serialNumber), lastUpdated })
      },
    )

    const complaint = { schema: routeSchema(calls.appleLog), ...limited('report') }
    app.post(calls.appleLog.path, complaint, async ({ params, body }, reply) => {
      const offer = await shop.catalog.offeredEvent(params.eventName)
      const shortName = offer && appleIssuer(offer.settings) && offer.context.shortName
      if (shortName) tell(shortName, () => shop.log.walletComplained(shortName, body.logs?.length ?? 0))
      return reply.code(200).send()
    })
  }
}

/** Whoever knows an event can complain: its operator reads one line a minute. */
const tell = onceInAWhile<string>(60_000)

/** What changed a moment ago may not have come round to this process. */
async function offerOfReservation(shop: Shop, { offer, pass }: Known): Promise<OfferedEvent> {
  return shop.clock.now() - pass.changedAt < SETTLED ? freshEvent(shop, offer.context.id) : offer
}

const SETTLED = 5_000

/** Nobody has so many; whoever holds a ticket could otherwise fill the shop with devices. */
const DEVICES_AT_MOST = 50

type Served = { readonly offer: OfferedEvent; readonly issuer: AppleIssuer }
type Asked = { readonly eventName: string; readonly passTypeIdentifier: string }

async function servedEvent({ catalog }: Shop, { eventName, passTypeIdentifier }: Asked): Promise<Served | undefined> {
  const offer = await catalog.offeredEvent(eventName)
  const issuer = offer && appleIssuer(offer.settings)
  return offer && issuer?.typeIdentifier === passTypeIdentifier ? { offer, issuer } : undefined
}

type Known = Served & { readonly pass: WalletPass }

/** The pass this device has proved to have: each holder's has a token of its own. */
async function knownPass(
  shop: Shop,
  asked: Asked & { readonly serialNumber: string },
  authorization: string | undefined,
): Promise<Known | undefined> {
  const served = isUuid(asked.serialNumber) ? await servedEvent(shop, asked) : undefined
  if (!served) return undefined
  const { context: event } = served.offer
  const passes = await findApplePasses(shop.db, { eventId: event.id, serialNumber: asked.serialNumber })
  const key = await eventKey(shop.db, event)
  const [pass] = passes.filter(one => isAuthorized(authorization, passToken(one, key)))
  return pass && { ...served, pass }
}

/** HTTP tells whole seconds; a pass changes once in a second at most. */
const wholeSeconds = (moment: Instant): Instant => instant(Math.floor(moment / 1000) * 1000)

function isKnownSince(ifModifiedSince: string | undefined, changed: Instant): boolean {
  const known = Date.parse(ifModifiedSince ?? '')
  return !Number.isNaN(known) && known >= changed
}

/** A transaction may end after one that began later: better to name a pass twice than never. */
const OVERLAP = minutes(1)

function sinceOf(tag: string | undefined): number {
  return tag !== undefined && /^\d{1,15}$/.test(tag) ? Number(tag) - OVERLAP : Number.NEGATIVE_INFINITY
}
