import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/wallet.ts'
import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { type Instant, instant, minutes } from '#domain/foundation/instant.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { onceInAWhile } from '#server/foundation/memory/brief-memory.ts'
import { type AppleIssuer, appleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { freshOffer } from '../fresh-offer.ts'
import { isAuthorized, latestPass, namesToken, passToken, secretKey } from './make-pass.ts'
import { type WalletPass, findApplePasses, findPassSaleId } from '../store.ts'
import { PASS_TYPE } from './package.ts'
import { countDevices, putRegistration, removeRegistrations, serialsOfDevice } from './registration-store.ts'

/** What Apple's devices ask about the tickets and bought passes they keep, as Apple lays it down; they have no session. */
export function appleUpdateService(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    for (const call of [calls.applePassVersion, calls.appleLatestPass, calls.appleLatestSubscription]) {
      app.get(call.path, { schema: routeSchema(call) }, async (request, reply) => {
        if (!namesToken(request.headers.authorization)) return reply.code(401).send()
        const walletPass = await servedPass(shop, request.params, request.headers.authorization)
        if (!walletPass) return reply.code(404).send()
        const changed = wholeSeconds(walletPass.pass.changedAt)
        reply.header('Last-Modified', new Date(changed).toUTCString()).header('Cache-Control', 'private, no-store')
        if (isUnchangedSince(request.headers['if-modified-since'], changed)) return reply.code(304).send()
        const pass = await latestPass(shop, { ...walletPass, offer: await offerOfPass(shop, walletPass) })
        return pass ? reply.type(PASS_TYPE).send(pass) : reply.code(404).send()
      })
    }

    for (const call of [calls.appleRegister, calls.appleRegisterSubscription]) {
      const schema = { schema: routeSchema(call), ...limited('device') }
      app.post(call.path, schema, async ({ params, headers, body }, reply) => {
        const walletPass = await servedPass(shop, params, headers.authorization)
        if (!walletPass || (await countDevices(shop.db, walletPass.pass.id)) >= DEVICES_AT_MOST)
          return reply.code(401).send()
        const registration = { passId: walletPass.pass.id, device: params.device, pushToken: body.pushToken }
        const isNew = await putRegistration(shop.db, registration)
        return reply.code(isNew ? 201 : 200).send()
      })
    }

    for (const call of [calls.appleUnregister, calls.appleUnregisterSubscription]) {
      app.delete(call.path, { schema: routeSchema(call) }, async ({ params, headers }, reply) => {
        const walletPass = await servedPass(shop, params, headers.authorization)
        if (!walletPass) return reply.code(401).send()
        await removeRegistrations(shop.db, { serialNumber: walletPass.pass.serialNumber, device: params.device })
        return reply.code(200).send()
      })
    }

    for (const call of [calls.appleChangedPasses, calls.appleChangedSubscriptions]) {
      app.get(call.path, { schema: routeSchema(call) }, async ({ params, query }, reply) => {
        const served = await servedOffer(shop, params)
        if (!served) return reply.code(204).send()
        const own = await serialsOfDevice(shop.db, { contextId: served.offer.context.id, device: params.device })
        const since = sinceOf(query.passesUpdatedSince)
        const changed = own.filter(({ changedAt }) => changedAt >= since)
        if (changed.length === 0) return reply.code(204).send()
        const lastUpdated = String(Math.max(...changed.map(({ changedAt }) => changedAt)))
        return reply.code(200).send({ serialNumbers: changed.map(({ serialNumber }) => serialNumber), lastUpdated })
      })
    }

    for (const call of [calls.appleLog, calls.appleSubscriptionLog]) {
      app.post(call.path, { schema: routeSchema(call), ...limited('report') }, async ({ params, body }, reply) => {
        const offer = await offerNamed(shop, params)
        const name = offer && appleIssuer(offer.settings) && publicIdentifier(offer.context)
        if (name) rarely(name, () => shop.log.walletComplained(name, body.logs?.length ?? 0))
        return reply.code(200).send()
      })
    }
  }
}

/** Any client that knows an event or a pass can complain: the log gets one line a minute. */
const rarely = onceInAWhile<string>(60_000)

/** What changed a moment ago may not have come round to this process. */
async function offerOfPass(shop: Shop, { offer, pass }: ServedPass): Promise<OfferedContext> {
  return shop.clock.now() - pass.changedAt < SETTLED ? freshOffer(shop, offer.context.id) : offer
}

const SETTLED = 5_000

/** No holder has so many; without a limit one holder could fill the shop with devices. */
const DEVICES_AT_MOST = 50

/** How a service is named: by its event, or by its pass. */
type Naming = { readonly eventName: string } | { readonly id: string }

/** A pass also when it is off sale: sold ones stay valid. */
async function offerNamed({ catalog, db }: Shop, naming: Naming): Promise<OfferedContext | undefined> {
  if ('eventName' in naming) return catalog.offeredEvent(naming.eventName)
  const id = isUuid(naming.id) ? await findPassSaleId(db, naming.id) : undefined
  return id === undefined ? undefined : catalog.offerOf(id)
}

type Served = { readonly offer: OfferedContext; readonly issuer: AppleIssuer }
type PassRequest = Naming & { readonly passTypeIdentifier: string }

async function servedOffer(shop: Shop, requestedPass: PassRequest): Promise<Served | undefined> {
  const offer = await offerNamed(shop, requestedPass)
  const issuer = offer && appleIssuer(offer.settings)
  return offer && issuer?.typeIdentifier === requestedPass.passTypeIdentifier ? { offer, issuer } : undefined
}

type ServedPass = Served & { readonly pass: WalletPass }

/** The pass this device has proved to have: each holder's has a token of its own. */
async function servedPass(
  shop: Shop,
  requestedPass: PassRequest & { readonly serialNumber: string },
  authorization: string | undefined,
): Promise<ServedPass | undefined> {
  const served = isUuid(requestedPass.serialNumber) ? await servedOffer(shop, requestedPass) : undefined
  if (!served) return undefined
  const { context } = served.offer
  const passes = await findApplePasses(shop.db, { contextId: context.id, serialNumber: requestedPass.serialNumber })
  const key = await secretKey(shop.db, context)
  const [pass] = passes.filter(one => isAuthorized(authorization, passToken(one, key)))
  return pass && { ...served, pass }
}

/** HTTP dates have whole seconds; a pass changes once in a second at most. */
const wholeSeconds = (moment: Instant): Instant => instant(Math.floor(moment / 1000) * 1000)

function isUnchangedSince(ifModifiedSince: string | undefined, changed: Instant): boolean {
  const cachedAt = Date.parse(ifModifiedSince ?? '')
  return !Number.isNaN(cachedAt) && cachedAt >= changed
}

/** A transaction may end after one that began later: better to name a pass twice than never. */
const OVERLAP = minutes(1)

function sinceOf(tag: string | undefined): number {
  return tag !== undefined && /^\d{1,15}$/.test(tag) ? Number(tag) - OVERLAP : Number.NEGATIVE_INFINITY
}
