import type { FastifyInstance } from 'fastify'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isOfOtherOwner } from '#server/access/account/sessions.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import type { ReturnReading } from '#server/providers/port/online.ts'
import { addressesOf } from './online/ask-provider.ts'
import { dropAgreedPayment, storeAgreement } from './online/give-up-payment.ts'
import { checkPayment } from './online/check-payment.ts'
import { openPaymentOf } from './online/payments.ts'

/**
 * Where providers send buyers back to: each provider says its own addresses. A return proves nothing; what happened is
 * found out, and the buyer is led to the page of the order. Nothing of the address goes on, for it may carry secrets.
 * Where an order belongs to an account, only its buyer can choose to pay otherwise.
 */
export function returnRoutes(shop: Shop, isSignInOffered: () => Promise<boolean>) {
  return async (app: FastifyInstance): Promise<void> => {
    for (const provider of shop.providers) {
      for (const { path, read } of provider.online?.returns ?? []) {
        app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
          path,
          { schema: { hide: true } },
          async (request, reply) => {
            reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
            const reading = read({ parameters: request.params, query: request.query })
            if (reading.kind === 'onward') return reply.type('text/html; charset=utf-8').send(onwardPage(reading.path))
            const isIgnored =
              reading.kind === 'declined' &&
              (await isOfOtherOwner(request, reading.reservationId, { db: shop.db, isSignInOffered }))
            if (!isIgnored) await afterwards(shop, 'a return from a provider', () => act(shop, reading))
            return reply.redirect(await wayOf(shop, reading), 302)
          },
        )
      }
    }
  }
}

type Followed = Exclude<ReturnReading, { kind: 'onward' }>

/** Where the buyer goes. */
async function wayOf(shop: Shop, reading: Followed): Promise<string> {
  if (reading.kind === 'malformed') return '/'
  const { reservationId } = reading
  const offer = await offerOfReservation(shop, reservationId)
  if (!offer) return '/'
  const order = addressesOf(shop, offer.context, reservationId).order
  return reading.kind === 'look' ? order : `${order}/overview`
}

/** Whatever can't be found out now is found out later. */
async function act(shop: Shop, reading: Followed): Promise<void> {
  if (reading.kind === 'malformed') return
  const { reservationId } = reading
  if (reading.kind === 'look') return checkOrder(shop, reservationId)
  if (reading.kind === 'agreed') await storeAgreement(shop, reservationId, reading)
  else await dropAgreedPayment(shop, reservationId)
}

async function checkOrder(shop: Shop, id: ReservationId): Promise<void> {
  const payment = await openPaymentOf(shop.db, id)
  if (payment) await checkPayment(shop, payment, 'return')
}

/** Without script and at once: the next request comes from a page of ours, and brings the cookies of the same site. */
function onwardPage(path: string): string {
  const target = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Foyer</title>
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=${target}"></head>
<body><a href="${target}">Go on</a></body></html>`
}
