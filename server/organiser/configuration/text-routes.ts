import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { listTexts, putText } from '#contract/desk-organizations.ts'
import type { Scope } from '#domain/access/principal/principal.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { scopeColumns } from '#server/access/member/members.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { ownTexts, stateText } from '#server/foundation/language/overrides.ts'
import { shippedLanguage } from '#server/foundation/language/languages.ts'
import { changeBesideEditor } from '#server/organiser/event-editing/change-beside-editor.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { wordingScope } from './wording-scope.ts'

const MOST = 100

/** The words that the shop, an organisation or an event says in place of the shop's own. */
export function textRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(['administer-shop', 'manage-events'], { db, clock, baseUrl: config.baseUrl }))

    app.get(listTexts.path, { schema: routeSchema(listTexts) }, async (request, reply) => {
      const { language, search = '', ...named } = request.query
      const scope = await wordingScope(db, deskPrincipal(request), named)
      if (!scope) return sendForbidden(reply)
      const own = new Map(
        (await ownTexts(shop, ownerOf(scope))).flatMap(one => (one.language === language ? [[one.key, one.text]] : [])),
      )
      const found = textsFound(shop, { language, search, own })
      return { texts: found.slice(0, MOST), areMore: found.length > MOST }
    })

    app.put(putText.path, { schema: routeSchema(putText) }, async (request, reply) => {
      const { language, key, text, ...named } = request.body
      const by = deskPrincipal(request)
      const scope = await wordingScope(db, by, named)
      if (!scope) return sendForbidden(reply)
      if (shippedLanguage(language) === undefined)
        return sendRefusals(request, reply, shop, [problem('foyer.desk.text.no-language', { field: 'language' })])
      const stated = await putOwnText(shop, { scope, by: await actorOf(db, by), language, key, text: text ?? '' })
      if (!stated.ok) return sendRefusals(request, reply, shop, [problem('foyer.desk.text.no-key', { field: 'key' })])
      return reply.code(204).send(undefined)
    })
  }
}

type OwnText = {
  readonly scope: Scope
  readonly by: Actor
  readonly language: string
  readonly key: string
  /** Blank for the shop's own. */
  readonly text: string
}

function putOwnText(
  { db, clock, texts }: Shop,
  { scope, by, language, key, text }: OwnText,
): Promise<Outcome<unknown>> {
  const owner = ownerOf(scope)
  const now = clock.now()
  return transaction(db, async tx => {
    const state = () => stateText({ db: tx, texts }, owner, { language, key, text })
    if (scope.kind === 'event') return changeBesideEditor(tx, { contextId: scope.eventId, by, now }, state)
    const valueNow = async () =>
      (await ownTexts({ db: tx }, owner)).find(one => one.language === language && one.key === key)?.text ?? null
    const before = await valueNow()
    const stated = await state()
    if (!stated.ok) return stated
    await recordChange(tx, by, {
      kind: 'SETTING',
      action: 'TEXT_CHANGED',
      subject: key,
      organizationId: scope.kind === 'shop' ? null : scope.organizationId,
      before: { language, text: before },
      after: { language, text: await valueNow() },
      now,
    })
    return stated
  })
}

function ownerOf(scope: Scope) {
  const { organization_id, event_id: contextId } = scopeColumns(scope)
  return { organizationId: scope.kind === 'event' ? null : organization_id, contextId }
}

type TextSearch = { readonly language: string; readonly search: string; readonly own: ReadonlyMap<string, string> }

/** Without a search those that are replaced; else those whose key or words have it. The texts of the desk are no part of the shop. */
function textsFound({ texts }: Pick<Shop, 'texts'>, { language, search, own }: TextSearch) {
  const needle = search.trim().toLowerCase()
  return Object.entries(texts.shipped(language)).flatMap(([key, shipped]) => {
    const replaced = own.get(key) ?? null
    if (NOT_OFFERED.some(beginning => key.startsWith(beginning))) return []
    const isFound =
      needle === '' ? replaced !== null : [key, shipped, replaced ?? ''].some(one => one.toLowerCase().includes(needle))
    return isFound ? [{ key, shipped, own: replaced }] : []
  })
}

const NOT_OFFERED = [
  'admin.',
  'foyer.desk.',
  'foyer.mail-domain.',
  'foyer.setting.',
  'foyer.setting-choice.',
  'foyer.setting-group.',
]
