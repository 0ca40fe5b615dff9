import { minor } from '#domain/foundation/money/money.ts'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Attempt, Payment } from '#server/providers/port/online.ts'
import type { PaymentProvider } from '#server/providers/port/provider.ts'
import type { SettingDefinitions } from '#domain/foundation/setting/definition.ts'
import { type Own, aCharge, aClock, anAttempt, code, settingsOf } from '../stripe/a-payment.ts'
import { mollieInTests } from './in-tests.ts'

type Adapter = { readonly definitions: SettingDefinitions; open(base: string): PaymentProvider<Own> }

/** The adapter for Mollie beside its stand-in, with payments as the shop begins them. */
export async function mollieUnderTest({ definitions, open }: Adapter) {
  const clock = aClock()
  const fake = await mollieInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
  const provider = open(fake.url)
  const { online } = provider
  if (!online) throw new Error('asked by HTTP')
  const ownSettings = settingsOf(definitions)
  const settings = ownSettings(fake.settings)

  /** The request of a new payment: 80 francs by card, where nothing else is said. */
  function attemptOf(more: Partial<Attempt<Own>> = {}, method: PaymentMethod = 'CREDIT_CARD'): Attempt<Own> {
    const own = more.settings ?? settings
    const due = { amount: more.amount ?? minor(8000n), currency: more.currency ?? code('CHF') }
    const charge = aCharge({ settings: own, due, method })
    const reservation = { ...charge.reservation, language: 'de' } as Reservation
    const beginning = provider.begin({ ...charge, reservation })
    if (beginning.kind !== 'call') throw new Error(beginning.kind)
    return anAttempt({ settings: own, now: clock.now(), startedAt: clock.now(), request: beginning.request, ...more })
  }
  const call = (attempt: Attempt<Own>) => online.call(attempt)
  const readStateOf = (payment: Payment<Own>) => online.read({ ...payment, why: 'timer' })
  const cancelOf = (attempt: Attempt<Own>, more: Partial<Attempt<Own>> = {}) => {
    const idempotencyKey = `${attempt.transactionId}-CANCEL-1`
    return online.cancel({ ...attempt, request: {}, now: clock.now(), idempotencyKey, ...more })
  }

  /** A payment whose buyer is sent to Mollie, and how it is checked later. */
  async function startPayment(more: Partial<Attempt<Own>> = {}, method: PaymentMethod = 'CREDIT_CARD') {
    const attempt = attemptOf(more, method)
    const outcome = await call(attempt)
    if (outcome.kind !== 'redirect') throw new Error(JSON.stringify(outcome))
    const { reference, data } = outcome
    const read = () => readStateOf({ ...attempt, reference, data, now: clock.now() })
    const cancel = () => cancelOf(attempt, { reference, data })
    return { attempt, outcome, reference, data, read, cancel }
  }

  /** The requests after the first so many. */
  const since = (count: number) => fake.requests().slice(count)
  return { clock, fake, online, ownSettings, settings, attemptOf, call, readStateOf, cancelOf, startPayment, since }
}
