import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { PaymentParameters } from '#server/providers/port/terms.ts'
import { type PayDecision, type PayRequest, beginPayment, offeredTo } from './begin-payment.ts'
import { checkPayment } from './online/check-payment.ts'
import { type PaymentCheck, sendUntilAnswered } from './online/send-attempt.ts'

/**
 * `changed`: the page has nothing to do any more. `refused`: it could not be begun; the code says why. `unreached`: the
 * provider got no request, and the order is open as before.
 */
export type InitReply = { readonly proxy: PaymentProxy } & (
  | { readonly kind: 'begun'; readonly parameters: PaymentParameters }
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unreached'; readonly code: string }
)

type Agreed = Pick<PayRequest, 'isTermsAccepted' | 'isPrivacyAccepted'>

/** The buyer agrees by Pay. */
export const NOT_YET: Agreed = { isTermsAccepted: false, isPrivacyAccepted: false }

/**
 * Begins a payment that the page itself carries on, or continues the one that was begun: Pay follows once it is paid.
 * What the buyer agrees to is sent with Pay, so that nothing is asked for here; what is agreed to already is written
 * down. Null for an unknown reservation; `unoffered` where this method cannot begin in this way.
 */
export async function initPayment(
  shop: Shop,
  id: ReservationId,
  { method, agreed }: { readonly method: PaymentMethod; readonly agreed: Agreed },
): Promise<InitReply | 'unoffered' | null> {
  const now = shop.clock.now()
  const start = await onLockedOrder<{ proxy: PaymentProxy; start: PayDecision } | 'unoffered'>(
    shop,
    id,
    async (tx, order) => {
      const { reservation } = order
      const way = (await offeredTo(tx, shop, { ...order, now })).find(
        one => one.method === method && one.isStartedByPage,
      )
      if (!way) return 'unoffered'
      const { proxy } = way
      if (!has(reservation, 'isOpen') && !has(reservation, 'isBeingPaid')) return { proxy, start: { kind: 'repeat' } }
      const isAgreed = agreed.isTermsAccepted && (agreed.isPrivacyAccepted || order.offer.context.privacyUrl === null)
      const request = { proxy, method, gatewayToken: null, ...agreed }
      const facts = { ...order, request, consent: isAgreed ? 'given' : 'follows', isPerson: true, now } as const
      return { proxy, start: await beginPayment(tx, shop, facts) }
    },
  )
  if (start === undefined) return null
  return start === 'unoffered' ? start : { proxy: start.proxy, ...(await follow(shop, start.start)) }
}

type Followed = InitReply extends infer Reply ? (Reply extends { kind: string } ? Omit<Reply, 'proxy'> : never) : never

async function follow(shop: Shop, start: PayDecision): Promise<Followed> {
  switch (start.kind) {
    case 'send':
      return presented(await sendUntilAnswered(shop, start, start.attempt))
    case 'look':
      return presented(await checkPayment(shop, start.payment, 'go-on'))
    case 'refused': {
      const [{ code, args }] = start.outcome.problems
      const why = args?.[0]
      return { kind: 'refused', code: typeof why === 'string' ? why : code }
    }
    default:
      return { kind: 'changed' }
  }
}

function presented({ recorded, outcome, why }: PaymentCheck): Followed {
  if (why !== undefined && recorded === 'refused') return { kind: 'refused', code: why }
  if (recorded === 'open' && outcome.kind === 'needs-browser') return { kind: 'begun', parameters: outcome.parameters }
  if (outcome.kind === 'refused') {
    const { message, code, parameters } = outcome
    return parameters ? { kind: 'begun', parameters } : { kind: 'refused', code: message ?? code }
  }
  if (outcome.kind === 'unreached') return { kind: 'unreached', code: outcome.code }
  return { kind: 'changed' }
}
