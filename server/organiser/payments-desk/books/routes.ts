import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { downloadBooks, readBooksTotals } from '#contract/desk-books.ts'
import { may } from '#domain/access/principal/principal.ts'
import { problem } from '#domain/foundation/problem.ts'
import { monthPeriod } from '#domain/payment/reconciliation/period.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { zipOf } from '#server/foundation/base/zip.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { type BooksOf, ownerOfOffer } from './books-store.ts'
import { booksTotals, filesOfBooks } from './write-books.ts'

type Which = {
  readonly month?: string | undefined
  readonly organizationId?: number | undefined
  readonly eventId?: number | undefined
}

type Named = BooksOf & { readonly name: string }

/** The books of a month or an event, for those who manage its orders. */
export function booksRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(readBooksTotals.path, { schema: routeSchema(readBooksTotals) }, async (request, reply) => {
      const of = await namedBooks(shop, request, request.query)
      return typeof of === 'string' ? refuse(shop, request, reply, of) : booksTotals(shop, of)
    })

    const downloading = { schema: routeSchema(downloadBooks), ...limited('profile') }
    app.get(downloadBooks.path, downloading, async (request, reply) => {
      const of = await namedBooks(shop, request, request.query)
      if (typeof of === 'string') return refuse(shop, request, reply, of)
      await noteDownload(shop, request, of)
      const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
      const files = filesOfBooks(shop, { of, length, language: choosePageLanguage(request) })
      return reply
        .type('application/zip')
        .header('Content-Disposition', `attachment; filename="${of.name}.zip"`)
        .send(zipOf(files, new Date(clock.now())))
    })
  }
}

/** Whose books are meant; or why none are. */
async function namedBooks(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  { month, organizationId, eventId }: Which,
): Promise<Named | 'which' | 'forbidden'> {
  const by = deskPrincipal(request)
  const period = month === undefined ? null : monthPeriod(month)
  if (eventId !== undefined) {
    const owner = await ownerOfOffer(db, eventId)
    if (!owner || !may(by, 'manage-orders', { organizationId: owner.organizationId, eventId })) return 'forbidden'
    const name = ['books', owner.slug, month].filter(Boolean).join('-')
    return { organizationId: owner.organizationId, eventId, period, name }
  }
  if (organizationId === undefined || period === null) return 'which'
  if (!may(by, 'manage-orders', { organizationId })) return 'forbidden'
  return { organizationId, eventId: null, period, name: `books-${month}` }
}

function refuse(shop: Shop, request: FastifyRequest, reply: FastifyReply, why: 'which' | 'forbidden'): FastifyReply {
  if (why === 'forbidden') return sendForbidden(reply)
  return sendRefusals(request, reply, shop, [problem('foyer.desk.books.which', { field: 'month' })])
}

/** Books name buyers: who has them is noted before anything is sent. */
async function noteDownload(
  { db, clock }: Shop,
  request: FastifyRequest,
  { name, organizationId }: Named,
): Promise<void> {
  const actor = await actorOf(db, deskPrincipal(request))
  const change = { kind: 'ORGANIZATION', action: 'BOOKS_DOWNLOADED', subjectId: organizationId } as const
  await transaction(db, tx => recordChange(tx, actor, { ...change, subject: name, organizationId, now: clock.now() }))
}
