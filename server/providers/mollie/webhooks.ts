import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Delivery, Return, Webhook, WebhookReading } from '#server/providers/port/online.ts'
import { orderIn, returnTo } from '#server/providers/port/order.ts'
import type { Addresses } from '#server/providers/port/terms.ts'
import type { Own } from './account.ts'

const PATH = '/api/payment/webhook/mollie/reservation'

/** Where Mollie calls about a payment of this order. */
export const webhookAddress = ({ shop }: Addresses, id: ReservationId): string => `${shop}${PATH}/${id}`

/**
 * Mollie sends the id of a payment and nothing else, unsigned, whatever has happened: paid, refunded or disputed. It is
 * looked up among ours; one that is not there is a stranger's, and Mollie is not asked about it.
 */
export const webhooks: readonly Webhook<Own>[] = [
  { path: `${PATH}/:reservationId`, method: 'POST', read, isGenuine: () => true },
  {
    // Old registrations still call here.
    path: '/api/webhook/mollie/event/:eventName/reservation/:reservationId',
    method: 'POST',
    read: () => ({ kind: 'irrelevant', reason: 'the address of before' }),
    isGenuine: () => true,
  },
]

/** Below the address of the order. */
export const RETURN_PATH = '/payment/mollie/return'

/** Mollie has one address for whatever has happened, and says nothing of it there. */
export const returns: readonly Return[] = [returnTo(RETURN_PATH)]

/** Without a key: the same call may announce different news, and each is worth a check. */
export function read({ parameters, body }: Delivery): WebhookReading {
  if (orderIn({ parameters }) === undefined) return { kind: 'malformed', reason: 'not the id of a reservation' }
  const id = new URLSearchParams(body).get('id')?.trim() ?? ''
  if (id === '') return { kind: 'malformed', reason: 'no id' }
  if (!/^tr_\w{1,100}$/.test(id)) return { kind: 'irrelevant', reason: 'not about a payment' }
  return { kind: 'about', payment: { by: 'reference', id }, key: null }
}
