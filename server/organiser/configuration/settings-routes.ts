import { Resolver } from 'node:dns/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/settings.ts'
import { type Principal, type Scope, may } from '#domain/access/principal/principal.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { isSettingKey } from '#server/foundation/setting/registry.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { mailServerOf } from '#server/mail/letter/mail-server.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { findScope } from '#server/organiser/member/keep-members.ts'
import { type PassOwner, findPass } from '#server/organiser/pass-editing/find-pass.ts'
import { checkBaseAddress, proofOf } from './base-address.ts'
import { type SettingChanges, changeSettings } from './change-settings.ts'
import { type ResolveTexts, checkDomain, domainOf } from './mail-domain.ts'
import { paymentWays, testPayment } from './payment-ways.ts'
import { mayReadSettings, presentRecords, presentSettings } from './present-settings.ts'
import { sendTestMail } from './test-mail.ts'

type Named = {
  readonly organizationId?: number | null
  readonly eventId?: number | null
  readonly passId?: string | null
}

/** Whose settings; those of a pass are stated as those of an event. */
type Place = { readonly scope: Scope; readonly pass: PassOwner | undefined }

/** Settings of the shop, of an organisation, of an event or of a pass: read, stated and tried out. */
export function settingsRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  /** Undefined where there is no such place, or it is none of the caller's: both are answered alike. */
  const placeOf = async (request: FastifyRequest, named: Named): Promise<Place | undefined> => {
    const place = await findPlace(db, named)
    return place && mayReadSettings(deskPrincipal(request), place.scope) ? place : undefined
  }
  const present = presentPlace(shop)

  return async app => {
    app.addHook(
      'onRequest',
      onlyForDesk(['administer-shop', 'manage-events', 'manage-orders'], { db, clock, baseUrl: config.baseUrl }),
    )

    app.get(calls.readSettings.path, { schema: routeSchema(calls.readSettings) }, async (request, reply) => {
      const place = await placeOf(request, request.query)
      return place ? present(request, place) : sendForbidden(reply)
    })

    app.put(calls.changeSettings.path, { schema: routeSchema(calls.changeSettings) }, async (request, reply) => {
      const { changes, was = {}, ...named } = request.body
      const place = await placeOf(request, named)
      if (!place) return sendForbidden(reply)
      const { scope, pass } = place
      const by = deskPrincipal(request)
      const changed = await changeSettings(shop, { scope, by, changes: asTexts(changes), was: asTexts(was) })
      if (!changed.ok) return sendRefusals(request, reply, shop, changed.problems)
      if (pass) shop.catalog.offerChanged(pass)
      else if (scope.kind === 'event') await announceChange(shop, scope.eventId)
      return present(request, place)
    })

    app.get(calls.listPaymentWays.path, { schema: routeSchema(calls.listPaymentWays) }, async (request, reply) => {
      const place = await placeOf(request, request.query)
      if (!place) return sendForbidden(reply)
      const language = choosePageLanguage(request)
      const ways = await paymentWays(shop, place.scope)
      return ways.map(({ missing, ...way }) => ({
        ...way,
        missing: missing.map(key => ({
          key,
          label: isSettingKey(key) ? shop.texts.text(language, `foyer.setting.${key}`) : key,
        })),
      }))
    })

    app.post(
      calls.testPayment.path,
      { schema: routeSchema(calls.testPayment), ...limited('settingsTest') },
      async (request, reply) => {
        const place = await placeOf(request, request.body)
        if (!place || !mayTestPayments(deskPrincipal(request), place.scope)) return sendForbidden(reply)
        const sentences = await testPayment(shop, place.scope, request.params.provider)
        if (!sentences) return reply.code(404).send(undefined)
        return { isGood: sentences.length === 0, sentences: [...sentences] }
      },
    )
  }
}

const presentPlace =
  (shop: Shop) =>
  async (request: FastifyRequest, { scope, pass }: Place) => {
    const reader = { scope, by: deskPrincipal(request), language: choosePageLanguage(request) }
    const settings = await presentSettings(shop, reader)
    return { ...settings, passId: pass?.publicId ?? null, ...(pass && { eventId: null }) }
  }

async function findPlace(db: Queryable, { passId, ...named }: Named): Promise<Place | undefined> {
  if (passId === undefined || passId === null) {
    const scope = await findScope(db, named)
    return scope && { scope, pass: undefined }
  }
  const pass = await findPass(db, passId)
  const isOfIt =
    (named.eventId ?? null) === null && (named.organizationId ?? pass?.organizationId) === pass?.organizationId
  if (!pass || !isOfIt) return undefined
  return { scope: { kind: 'event', eventId: pass.id, organizationId: pass.organizationId }, pass }
}

const mayTestPayments = (principal: Principal, scope: Scope): boolean =>
  scope.kind === 'shop' ? may(principal, 'administer-shop', 'shop') : may(principal, 'manage-orders', scope)

/** What is sold is read anew by this process at once. */
async function announceChange({ db, catalog }: Pick<Shop, 'db' | 'catalog'>, id: number): Promise<void> {
  const { short_name: shortName } = await db.kysely
    .selectFrom('event')
    .select('short_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  catalog.offerChanged({ id, shortName })
}

/** Mail server and base address of the whole shop. */
export function shopCheckRoutes(shop: Shop, resolve: ResolveTexts = resolveTexts): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('administer-shop', { db, clock, baseUrl: config.baseUrl }))

    app.post(
      calls.sendTestMail.path,
      { schema: routeSchema(calls.sendTestMail), ...limited('settingsTest') },
      async (request, reply) => {
        const by = deskPrincipal(request)
        // The key of the shop has no address to which it could be sent.
        if (by.kind !== 'member') return sendForbidden(reply)
        const sent = await sendTestMail(shop, by, asTexts(request.body.changes ?? {}))
        return sent.ok ? sent.value : sendRefusals(request, reply, shop, sent.problems)
      },
    )

    app.get(
      calls.checkMailDomain.path,
      { schema: routeSchema(calls.checkMailDomain), ...limited('settingsTest') },
      async request => {
        const settings = await systemSettings(db)
        const { server, sender } = senderOf(shop, mailServerOf(settings, config.mailFrom))
        const selector = settings.text('MAIL_DKIM_SELECTOR')
        const records = await checkDomain({ sender, server, selector }, resolve)
        return {
          sender,
          domain: domainOf(sender),
          records: presentRecords(shop, choosePageLanguage(request), records),
        }
      },
    )

    app.get(
      calls.checkBaseAddress.path,
      { schema: routeSchema(calls.checkBaseAddress), ...limited('settingsTest') },
      async () => ({ baseUrl: config.baseUrl, result: await checkBaseAddress(shop) }),
    )
  }
}

/** By what a shop recognises itself; for everybody. */
export function shopProofRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      calls.proveShop.path,
      { schema: routeSchema(calls.proveShop), ...limited('report') },
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        return { proof: proofOf(shop, request.params.nonce) }
      },
    )
  }
}

function senderOf({ config }: Pick<Shop, 'config'>, stated: ReturnType<typeof mailServerOf>) {
  if (config.smtpUrl !== undefined) return { server: new URL(config.smtpUrl).hostname, sender: config.mailFrom }
  const server = stated && 'host' in stated.options ? stated.options.host : null
  return { server, sender: stated?.from ?? config.mailFrom }
}

type StatedChanges = Readonly<Record<string, string | number | boolean | null>>

const asTexts = (changes: StatedChanges): SettingChanges =>
  Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value === null ? null : String(value)]))

const DNS_MS = 3000
/** Of DNS: there is no such name, or it has no such record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/** By the resolvers of this machine, within three seconds. */
async function resolveTexts(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 })
  try {
    return (await resolver.resolveTxt(name)).map(parts => parts.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOTHING.has(String(error.code))) return []
    throw error
  }
}
