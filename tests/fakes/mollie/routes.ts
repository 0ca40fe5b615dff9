import { METHODS, read, takes } from './methods.ts'
import { cancelForShop, createPayment, expireDue } from './payments.ts'
import { refundForShop } from './refunds.ts'
import { METHOD_IDS, self, renderChargeback, renderMethod, renderPayment, renderRefund } from './render.ts'
import {
  CANCEL_PAYMENT,
  CREATE_PAYMENT,
  CREATE_REFUND,
  LIST_ALL,
  LIST_METHODS,
  LIST_OF_PAYMENT,
  LIST_PAYMENTS,
  NOTHING,
  ONE,
  type Rules,
} from './rules.ts'
import {
  type FakePayment,
  type Mode,
  OWN_PROFILE,
  Refusal,
  type Sum,
  type World,
  missing,
  unprocessable,
} from './world.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The caller: `profileId` is null for an organisation that has not said for which profile. */
export type Caller = { readonly isPlatform: boolean; readonly mode: Mode; readonly profileId: string | null }

export type Call = {
  readonly world: World
  /** Where the stand-in is. */
  readonly url: string
  readonly caller: Caller
  readonly fields: Fields
  /** Of the payment and the refund in the path. */
  readonly id: string
  readonly within: string
}

type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly rules: Rules
  readonly status?: number
  /** Of a profile, which platforms have to name. */
  readonly isOfProfile?: true
  run(call: Call): unknown
}

/** What the shop's server may ask. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/v2\/methods$/, rules: LIST_METHODS, isOfProfile: true, run: methods },
  { method: 'GET', path: /^\/v2\/profiles\/me$/, rules: NOTHING, run: profile },
  { method: 'POST', path: /^\/v2\/payments$/, rules: CREATE_PAYMENT, status: 201, isOfProfile: true, run: newPayment },
  { method: 'GET', path: /^\/v2\/payments$/, rules: LIST_PAYMENTS, isOfProfile: true, run: payments },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)$/, rules: ONE, run: call => answerOf(call, found(call)) },
  { method: 'DELETE', path: /^\/v2\/payments\/(tr_\w+)$/, rules: CANCEL_PAYMENT, run: dropPayment },
  { method: 'POST', path: /^\/v2\/payments\/(tr_\w+)\/refunds$/, rules: CREATE_REFUND, status: 201, run: newRefund },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)\/refunds$/, rules: LIST_OF_PAYMENT, run: refundsOf },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)\/refunds\/(re_\w+)$/, rules: ONE, run: oneRefund },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)\/chargebacks$/, rules: LIST_OF_PAYMENT, run: chargebacksOf },
  { method: 'GET', path: /^\/v2\/refunds$/, rules: LIST_ALL, isOfProfile: true, run: refunds },
  { method: 'GET', path: /^\/v2\/chargebacks$/, rules: LIST_ALL, isOfProfile: true, run: chargebacks },
]

const answerOf = ({ world, url }: Call, payment: FakePayment) => renderPayment(world, payment, url)

function methods({ world, fields, url }: Call): unknown {
  const [value, currency] = [fields['amount[value]'], fields['amount[currency]']]
  if ((value === undefined) !== (currency === undefined)) throw unprocessable('The amount is not whole', 'amount')
  const sum = value === undefined ? null : sumOf({ value, currency })
  const fits = METHOD_IDS.flatMap(id => {
    const method = METHODS[id]
    if (!method || method.isClosed || !world.profile.methods.has(id)) return []
    if (method.isWallet && fields['includeWallets'] !== id) return []
    if (sum ? !takes(method, sum) : !method.currencies.includes('EUR')) return []
    const country = fields['billingCountry']
    if (method.country !== null && country !== undefined && country !== method.country) return []
    return [renderMethod(id, method, { url, currency: sum?.currency ?? 'EUR' })]
  })
  return { count: fits.length, _embedded: { methods: fits }, _links: self(`${url}/v2/methods`) }
}

function profile({ world, url, caller: { isPlatform, mode } }: Call): unknown {
  if (isPlatform) throw missing('profile')
  return {
    resource: 'profile',
    id: OWN_PROFILE,
    mode,
    status: world.profile.status,
    name: 'Foyer',
    website: 'https://tickets.example.org',
    email: 'shop@example.org',
    phone: '+41910000000',
    createdAt: '2024-01-01T09:00:00+00:00',
    _links: self(`${url}/v2/profiles/me`),
  }
}

type PaymentBody = {
  readonly amount: { readonly value: string; readonly currency: string }
  readonly description: string
  readonly redirectUrl: string
  readonly cancelUrl?: string
  readonly webhookUrl?: string
  readonly method?: string | readonly string[]
  readonly locale?: string
  readonly metadata?: unknown
  readonly applicationFee?: { readonly amount: PaymentBody['amount']; readonly description: string }
}

function newPayment(call: Call): unknown {
  const { world, caller } = call
  // The fields were held against the rules.
  const body = call.fields as unknown as PaymentBody
  const sum = sumOf(body.amount)
  const names = [body.method ?? METHOD_IDS].flat()
  for (const id of names) {
    const method = METHODS[id]
    if (!method || method.isClosed || !world.profile.methods.has(id)) {
      if (body.method !== undefined) throw unprocessable('The payment method is not enabled for this profile', 'method')
    } else if (body.method === id && !takes(method, sum)) {
      throw unprocessable('The amount is outside of what the method takes', 'amount')
    }
  }
  if (names.some(id => world.profile.away.has(id))) throw new Refusal(503, 'The supplier of the method is down')
  const payment = createPayment(world, {
    ...sum,
    mode: caller.mode,
    profileId: caller.profileId ?? '',
    description: body.description,
    redirectUrl: body.redirectUrl,
    cancelUrl: body.cancelUrl ?? null,
    webhookUrl: body.webhookUrl ?? null,
    metadata: body.metadata ?? null,
    locale: body.locale ?? null,
    fee: feeOf(body, sum, caller),
    methods: names.filter(id => METHODS[id] && takes(METHODS[id], sum)),
  })
  return answerOf(call, payment)
}

function feeOf({ applicationFee: fee }: PaymentBody, { amount, currency }: Sum, { isPlatform }: Caller) {
  if (!fee) return null
  if (!isPlatform) throw unprocessable('Only an app may take a fee', 'applicationFee')
  const sum = sumOf(fee.amount)
  if (sum.currency !== currency || sum.amount >= amount) throw unprocessable('The fee is too high', 'applicationFee')
  return { ...sum, description: fee.description }
}

function sumOf({ value, currency }: { readonly value: unknown; readonly currency: unknown }): Sum {
  const amount = read(String(value), String(currency))
  if (amount === undefined) throw unprocessable('The amount has an invalid format', 'amount')
  return { amount, currency: String(currency) }
}

/** Another mode or another profile sees nothing of it. */
function isSeen({ mode, profileId }: FakePayment, caller: Caller): boolean {
  return mode === caller.mode && (caller.isPlatform || profileId === caller.profileId)
}

function found({ world, caller, id }: Call): FakePayment {
  expireDue(world)
  const payment = world.payments.get(id)
  if (!payment || !isSeen(payment, caller)) throw missing('payment')
  return payment
}

function payments(call: Call): unknown {
  const { world, caller } = call
  expireDue(world)
  const seen = [...world.payments.values()].filter(
    payment => isSeen(payment, caller) && payment.profileId === caller.profileId,
  )
  return page(call, 'payments', seen, payment => answerOf(call, payment))
}

function dropPayment(call: Call): unknown {
  const payment = found(call)
  cancelForShop(call.world, payment)
  return answerOf(call, payment)
}

function newRefund(call: Call): unknown {
  const { world } = call
  const { amount, description, metadata } = call.fields as unknown as PaymentBody
  const payment = found(call)
  const sum = sumOf(amount)
  if (sum.currency !== payment.currency) throw unprocessable('The currency is another', 'amount')
  return renderRefund(world, refundForShop(world, payment, { amount: sum.amount, description, metadata }), call)
}

const of = <Item extends { readonly paymentId: string }>(
  items: ReadonlyMap<string, Item>,
  { id }: FakePayment,
): Item[] => [...items.values()].filter(({ paymentId }) => paymentId === id)

function refundsOf(call: Call): unknown {
  return page(call, 'refunds', of(call.world.refunds, found(call)), refund => renderRefund(call.world, refund, call))
}

function chargebacksOf(call: Call): unknown {
  return page(call, 'chargebacks', of(call.world.chargebacks, found(call)), item => renderChargeback(item, call))
}

function oneRefund(call: Call): unknown {
  const refund = of(call.world.refunds, found(call)).find(({ id }) => id === call.within)
  if (!refund) throw missing('refund')
  return renderRefund(call.world, refund, call)
}

function refunds(call: Call): unknown {
  const seen = seenOf(call, call.world.refunds)
  return page(call, 'refunds', seen, refund => renderRefund(call.world, refund, embedded(call, refund)))
}

function chargebacks(call: Call): unknown {
  const seen = seenOf(call, call.world.chargebacks)
  return page(call, 'chargebacks', seen, item => renderChargeback(item, embedded(call, item)))
}

function seenOf<Item extends { readonly paymentId: string }>(
  { world, caller }: Call,
  items: ReadonlyMap<string, Item>,
) {
  return [...items.values()].filter(({ paymentId }) => {
    const payment = world.payments.get(paymentId)
    return payment && isSeen(payment, caller) && payment.profileId === caller.profileId
  })
}

function embedded(call: Call, { paymentId }: { readonly paymentId: string }) {
  const payment = call.world.payments.get(paymentId)
  return { url: call.url, payment: payment && call.fields['embed'] === 'payment' ? answerOf(call, payment) : null }
}

/** The newest first; the link to the next page has the id of its first item. */
function page<Item extends { readonly id: string }>(
  { fields, url }: Call,
  name: string,
  items: readonly Item[],
  present: (item: Item) => unknown,
): unknown {
  const newest = items.toReversed()
  const from = fields['from']
  const start = from === undefined ? 0 : newest.findIndex(({ id }) => id === from)
  if (start < 0) throw unprocessable('There is no such item', 'from')
  const limit = Number(fields['limit'] ?? 50)
  const shown = newest.slice(start, start + limit)
  const next = newest[start + limit]
  const href = `${url}/v2/${name}?from=${next?.id ?? ''}&limit=${limit}`
  return {
    count: shown.length,
    _embedded: { [name]: shown.map(present) },
    _links: {
      ...self(`${url}/v2/${name}`),
      next: next ? { href, type: 'application/hal+json' } : null,
      previous: null,
    },
  }
}
