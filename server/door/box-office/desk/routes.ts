import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { BoxWay } from '#contract/box-office.ts'
import { routeSchema } from '#contract/call.ts'
import { downloadBoxSales, readDeskBoxOffice } from '#contract/desk-box-office.ts'
import { differenceOf } from '#domain/door/box-office/cash.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed, sum } from '#domain/foundation/money/money.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { localDateTime } from '#domain/foundation/wall-clock.ts'
import { onlyForDesk } from '#server/access/member/guard.ts'
import { managedEvent } from '#server/access/member/managed-event.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { separatorIn, spreadsheet } from '#server/foundation/base/text.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { currencyOf } from '../at-box.ts'
import { drawersOfEvent } from '../box-store.ts'
import { presentDrawer } from '../drawers.ts'
import {
  type ListedSale,
  type SumsRow,
  salesOfEvent,
  sumsOfCategories,
  sumsOfExtras,
  sumsOfSales,
} from './sums-store.ts'

/** The money of the box offices of an event, for those who manage its orders. */
export function boxDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(readDeskBoxOffice.path, { schema: routeSchema(readDeskBoxOffice) }, async (request, reply) => {
      const offer = await managedOffer(shop, request, request.params.eventId)
      if (!offer) return reply.code(404).send(undefined)
      const { id } = offer.context
      const code = currencyOf(offer)
      const language = choosePageLanguage(request)
      const [drawers, rows, categories, extras] = [
        await drawersOfEvent(db, id),
        await sumsOfSales(db, id),
        await sumsOfCategories(db, id),
        await sumsOfExtras(db, id),
      ]
      const differences = drawers.flatMap(drawer =>
        drawer.counted === null ? [] : [differenceOf(drawer, drawer.counted)],
      )
      const written = (row: Omit<SumsRow, 'person' | 'way'>) => ({
        sales: row.sales,
        undone: row.undone,
        amount: printed(minor(row.amount), code),
        awaited: printed(minor(row.awaited), code),
        returned: printed(minor(row.returned), code),
      })
      return reply.code(200).send({
        title: inLanguage(offer.context.title, language),
        timezone: offer.context.timeZone,
        currency: code,
        difference: printed(sum(differences), code),
        drawers: drawers.map(presentDrawer),
        byWay: byWay(rows).map(([way, row]) => ({ way, ...written(row) })),
        byPerson: rows.map(({ person, way, ...row }) => ({ person, way, ...written(row) })),
        byCategory: categories.map(({ amount, ...row }) => ({ ...row, amount: printed(minor(amount), code) })),
        byExtra: extras.map(({ amount, title, ...row }) => ({
          ...row,
          title: inLanguage(title, language),
          amount: printed(minor(amount), code),
        })),
      })
    })

    app.get(downloadBoxSales.path, { schema: routeSchema(downloadBoxSales) }, async (request, reply) => {
      const offer = await managedOffer(shop, request, request.params.eventId)
      if (!offer) return reply.code(404).send(undefined)
      const rows = (await salesOfEvent(db, offer.context.id)).map(sale => rowOf(sale, offer))
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="box-office-${offer.context.shortName}.csv"`)
        .send(spreadsheet([[...HEAD], ...rows], separatorIn(choosePageLanguage(request))))
    })
  }
}

/** The event of this number whose orders the caller manages, as it is offered; undefined for every other one. */
async function managedOffer(shop: Shop, request: FastifyRequest, eventId: number): Promise<OfferedEvent | undefined> {
  const event = await managedEvent(shop, request, eventId)
  return event && shop.catalog.eventOf(event.id)
}

function byWay(rows: readonly SumsRow[]): [BoxWay, Omit<SumsRow, 'person' | 'way'>][] {
  const add = (one: SumsRow, other: SumsRow): SumsRow => ({
    ...one,
    sales: one.sales + other.sales,
    undone: one.undone + other.undone,
    amount: one.amount + other.amount,
    awaited: one.awaited + other.awaited,
    returned: one.returned + other.returned,
  })
  return [...Map.groupBy(rows, ({ way }) => way)].map(([way, some]) => [way, some.reduce(add)])
}

/** Keys that never change. */
const HEAD = [
  'at',
  'door',
  'person',
  'drawer',
  'way',
  'currency',
  'amount',
  'tickets',
  'receipt',
  'order',
  'undone_at',
] as const

function rowOf(sale: ListedSale, { context, settings }: OfferedEvent): string[] {
  const local = (at: ListedSale['at']) => localDateTime(at, context.timeZone)
  return [
    local(sale.at),
    sale.door,
    sale.person,
    String(sale.drawerId),
    sale.way,
    sale.currency,
    printed(minor(sale.amount), currency(sale.currency) ?? NO_CURRENCY),
    String(sale.tickets),
    sale.receipt ?? '',
    shortId({ id: sale.orderId }, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    sale.undoneAt === null ? '' : local(sale.undoneAt),
  ]
}
