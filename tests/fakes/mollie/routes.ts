import { METHODS, read, takes } from './methods.ts'
import { cancelForShop, createPayment, expireDue } from './payments.ts'
import { refundForShop } from './refunds.ts'
import { METHOD_IDS, self, toldChargeback, toldMethod, toldPayment, toldRefund } from './render.ts'
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

export type Asked = {
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
  run(asked: Asked): unknown
}

/** What the shop's server may ask. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/v2\/methods$/, rules: LIST_METHODS, isOfProfile: true, run: methods },
  { method: 'GET', path: /^\/v2\/profiles\/me$/, rules: NOTHING, run: profile },
  { method: 'POST', path: /^\/v2\/payments$/, rules: CREATE_PAYMENT, status: 201, isOfProfile: true, run: newPayment },
  { method: 'GET', path: /^\/v2\/payments$/, rules: LIST_PAYMENTS, isOfProfile: true, run: payments },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)$/, rules: ONE, run: asked => told(asked, found(asked)) },
  { method: 'DELETE', path: /^\/v2\/payments\/(tr_\w+)$/, rules: CANCEL_PAYMENT, run: dropPayment },
  { method: 'POST', path: /^\/v2\/payments\/(tr_\w+)\/refunds$/, rules: CREATE_REFUND, status: 201, run: newRefund },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)\/refunds$/, rules: LIST_OF_PAYMENT, run: refundsOf },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)\/refunds\/(re_\w+)$/, rules: ONE, run: oneRefund },
  { method: 'GET', path: /^\/v2\/payments\/(tr_\w+)\/chargebacks$/, rules: LIST_OF_PAYMENT, run: chargebacksOf },
  { method: 'GET', path: /^\/v2\/refunds$/, rules: LIST_ALL, isOfProfile: true, run: refunds },
  { method: 'GET', path: /^\/v2\/chargebacks$/, rules: LIST_ALL, isOfProfile: true, run: chargebacks },
]

const told = ({ world, url }: Asked, payment: FakePayment) => toldPayment(world, payment, url)

function methods({ world, fields, url }: Asked): unknown {
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
    return [toldMethod(id, method, { url, currency: sum?.currency ?? 'EUR' })]
  })
  return { count: fits.length, _embedded: { methods: fits }, _links: self(`${url}/v2/methods`) }
}

function profile({ world, url, caller: { isPlatform, mode } }: Asked): unknown {
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

type Wish = {
  readonly amount: { readonly value: string; readonly currency: string }
  readonly description: string
  readonly redirectUrl: string
  readonly cancelUrl?: string
  readonly webhookUrl?: string
  readonly method?: string | readonly string[]
  readonly locale?: string
  readonly metadata?: unknown
  readonly applicationFee?: { readonly amount: Wish['amount']; readonly description: string }
}

function newPayment(asked: Asked): unknown {
  const { world, caller } = asked
  // The fields were held against the rules.
  const wish = asked.fields as unknown as Wish
  const sum = sumOf(wish.amount)
  const wanted = [wish.method ?? METHOD_IDS].flat()
  for (const id of wanted) {
    const method = METHODS[id]
    if (!method || method.isClosed || !world.profile.methods.has(id)) {
      if (wish.method !== undefined) throw unprocessable('The payment method is not enabled for this profile', 'method')
    } else if (wish.method === id && !takes(method, sum)) {
      throw unprocessable('The amount is outside of what the method takes', 'amount')
    }
  }
  if (wanted.some(id => world.profile.away.has(id))) throw new Refusal(503, 'The supplier of the method is down')
  const payment = createPayment(world, {
    ...sum,
    mode: caller.mode,
    profileId: caller.profileId ?? '',
    description: wish.description,
    redirectUrl: wish.redirectUrl,
    cancelUrl: wish.cancelUrl ?? null,
    webhookUrl: wish.webhookUrl ?? null,
    metadata: wish.metadata ?? null,
    locale: wish.locale ?? null,
    fee: feeOf(wish, sum, caller),
    methods: wanted.filter(id => METHODS[id] && takes(METHODS[id], sum)),
  })
  return told(asked, payment)
}

function feeOf({ applicationFee: fee }: Wish, { amount, currency }: Sum, { isPlatform }: Caller) {
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

function found({ world, caller, id }: Asked): FakePayment {
  expireDue(world)
  const payment = world.payments.get(id)
  if (!payment || !isSeen(payment, caller)) throw missing('payment')
  return payment
}

function payments(asked: Asked): unknown {
  const { world, caller } = asked
  expireDue(world)
  const seen = [...world.payments.values()].filter(
    payment => isSeen(payment, caller) && payment.profileId === caller.profileId,
  )
  return page(asked, 'payments', seen, payment => told(asked, payment))
}

function dropPayment(asked: Asked): unknown {
  const payment = found(asked)
  cancelForShop(asked.world, payment)
  return told(asked, payment)
}

function newRefund(asked: Asked): unknown {
  const { world } = asked
  const { amount, description, metadata } = asked.fields as unknown as Wish
  const payment = found(asked)
  const sum = sumOf(amount)
  if (sum.currency !== payment.currency) throw unprocessable('The currency is another', 'amount')
  return toldRefund(world, refundForShop(world, payment, { amount: sum.amount, description, metadata }), asked)
}

const of = <Item extends { readonly paymentId: string }>(
  items: ReadonlyMap<string, Item>,
  { id }: FakePayment,
): Item[] => [...items.values()].filter(({ paymentId }) => paymentId === id)

function refundsOf(asked: Asked): unknown {
  return page(asked, 'refunds', of(asked.world.refunds, found(asked)), refund => toldRefund(asked.world, refund, asked))
}

function chargebacksOf(asked: Asked): unknown {
  return page(asked, 'chargebacks', of(asked.world.chargebacks, found(asked)), item => toldChargeback(item, asked))
}

function oneRefund(asked: Asked): unknown {
  const refund = of(asked.world.refunds, found(asked)).find(({ id }) => id === asked.within)
  if (!refund) throw missing('refund')
  return toldRefund(asked.world, refund, asked)
}

function refunds(asked: Asked): unknown {
  const seen = seenOf(asked, asked.world.refunds)
  return page(asked, 'refunds', seen, refund => toldRefund(asked.world, refund, embedded(asked, refund)))
}

function chargebacks(asked: Asked): unknown {
  const seen = seenOf(asked, asked.world.chargebacks)
  return page(asked, 'chargebacks', seen, item => toldChargeback(item, embedded(asked, item)))
}

function seenOf<Item extends { readonly paymentId: string }>(
  { world, caller }: Asked,
  items: ReadonlyMap<string, Item>,
) {
  return [...items.values()].filter(({ paymentId }) => {
    const payment = world.payments.get(paymentId)
    return payment && isSeen(payment, caller) && payment.profileId === caller.profileId
  })
}

function embedded(asked: Asked, { paymentId }: { readonly paymentId: string }) {
  const payment = asked.world.payments.get(paymentId)
  return { url: asked.url, payment: payment && asked.fields['embed'] === 'payment' ? told(asked, payment) : null }
}

/** The newest first; the link to the next page has the id of its first item. */
function page<Item extends { readonly id: string }>(
  { fields, url }: Asked,
  name: string,
  items: readonly Item[],
  tell: (item: Item) => unknown,
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
    _embedded: { [name]: shown.map(tell) },
    _links: {
      ...self(`${url}/v2/${name}`),
      next: next ? { href, type: 'application/hal+json' } : null,
      previous: null,
    },
  }
}
