import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-legal.ts'
import type { DeskLegalText, ListedLegalText } from '#contract/desk-legal.ts'
import type { Principal, Scope } from '#domain/access/principal/principal.ts'
import { SETTING_OF_LEGAL_KIND } from '#domain/catalog/legal-text/legal-kind.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { fullAddress } from '#server/foundation/setting/own-address.ts'
import { type Settings, organizationSettings, systemSettings } from '#server/foundation/setting/settings.ts'
import { mayState } from '#server/organiser/configuration/change-settings.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { findScope } from '#server/organiser/member/keep-members.ts'
import {
  type LegalScope,
  changeText,
  deleteText,
  draftText,
  organizationOf,
  pathOf,
  publishText,
  seenOf,
} from './keep-legal-texts.ts'
import { type StoredLegalText, findLegalText, legalTextsOf } from './legal-text-store.ts'

/** By which texts is sold is decided by those who may state their addresses. */
const mayKeep = (by: Principal, scope: LegalScope): boolean => mayState(by, 'GLOBAL_TERMS', scope)

const isOfOwner = (scope: Scope | undefined): scope is LegalScope => scope !== undefined && scope.kind !== 'event'

/** Terms and privacy policies that the shop keeps by version. */
export function legalTextRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  /** Undefined for an organisation that does not exist, and for one of others: both are answered alike. */
  const ownScope = async (by: Principal, organizationId?: number | null): Promise<LegalScope | undefined> => {
    const scope = await findScope(db, { organizationId: organizationId ?? null })
    return isOfOwner(scope) && mayKeep(by, scope) ? scope : undefined
  }
  const ownText = async (by: Principal, id: string) => {
    const text = isUuid(id) ? await findLegalText(db, id) : undefined
    const scope = text && (await ownScope(by, text.organizationId))
    return text && scope && { id: text.id, text, scope }
  }
  const present = presented(shop)

  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listLegalTexts.path, { schema: routeSchema(calls.listLegalTexts) }, async (request, reply) => {
      const scope = await ownScope(deskPrincipal(request), request.query.organizationId)
      if (!scope) return sendForbidden(reply)
      const organizationId = organizationOf(scope)
      const [texts, settings] = await Promise.all([legalTextsOf(db, { organizationId }), settingsAt(shop, scope)])
      return { texts: texts.map(text => listed(shop, text, settings)) }
    })

    app.post(calls.draftLegalText.path, { schema: routeSchema(calls.draftLegalText) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const { organizationId, kind, texts } = request.body
      const scope = await ownScope(by, organizationId)
      if (!scope) return sendForbidden(reply)
      const kept = await draftText(shop, by, { scope, kind, texts })
      if (!kept.ok) return sendRefusals(request, reply, shop, kept.problems)
      return reply.code(kept.value.kind === 'stale' ? 409 : 200).send(await present(kept.value.text, scope))
    })

    app.get(calls.readLegalText.path, { schema: routeSchema(calls.readLegalText) }, async (request, reply) => {
      const own = await ownText(deskPrincipal(request), request.params.legalTextId)
      return own ? present(own.text, own.scope) : reply.code(404).send(undefined)
    })

    app.put(calls.changeLegalText.path, { schema: routeSchema(calls.changeLegalText) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const own = await ownText(by, request.params.legalTextId)
      const kept = own && (await changeText(shop, by, { ...own, ...request.body }))
      if (!own || !kept) return reply.code(404).send(undefined)
      if (!kept.ok) return sendRefusals(request, reply, shop, kept.problems)
      return reply.code(kept.value.kind === 'stale' ? 409 : 200).send(await present(kept.value.text, own.scope))
    })

    app.post(calls.publishLegalText.path, { schema: routeSchema(calls.publishLegalText) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const own = await ownText(by, request.params.legalTextId)
      const kept = own && (await publishText(shop, by, { ...own, ...request.body }))
      if (!own || !kept) return reply.code(404).send(undefined)
      return reply.code(kept.kind === 'stale' ? 409 : 200).send(await present(kept.text, own.scope))
    })

    app.delete(calls.deleteLegalText.path, { schema: routeSchema(calls.deleteLegalText) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const own = await ownText(by, request.params.legalTextId)
      const deleted = own && (await deleteText(shop, by, own))
      if (!deleted) return reply.code(404).send(undefined)
      return deleted.ok ? reply.code(204).send(undefined) : sendRefusals(request, reply, shop, deleted.problems)
    })
  }
}

const settingsAt = ({ db }: Pick<Shop, 'db'>, scope: LegalScope): Promise<Settings> =>
  scope.kind === 'shop' ? systemSettings(db) : organizationSettings(db, scope)

function listed({ config }: Pick<Shop, 'config'>, text: StoredLegalText, settings: Settings): ListedLegalText {
  const { id, organizationId, kind, number, publishedAt, texts } = text
  const path = pathOf(text)
  return {
    id,
    organizationId,
    kind,
    number,
    publishedAt,
    url: number === null ? null : fullAddress(path, config),
    isInForce: settings.text(SETTING_OF_LEGAL_KIND[kind]) === path,
    languages: shippedLanguages.filter(language => texts[language] !== undefined),
  }
}

const presented =
  (shop: Pick<Shop, 'db' | 'config'>) =>
  async (text: StoredLegalText, scope: LegalScope): Promise<DeskLegalText> => ({
    ...listed(shop, text, await settingsAt(shop, scope)),
    texts: { ...text.texts },
    seen: seenOf(text),
  })
