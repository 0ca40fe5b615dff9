import { randomBytes } from 'node:crypto'
import type { FakeWorld } from '../fake-parts.ts'
import type { FakeBooking } from '../provider-fake.ts'

/** Everything the stand-in of Mollie knows. Amounts in the smallest unit. */
export type World = FakeWorld & {
  readonly payments: Map<string, FakePayment>
  readonly refunds: Map<string, FakeRefund>
  readonly chargebacks: Map<string, FakeChargeback>
  /** Tokens of the platform, with the millisecond in which they end. */
  readonly tokens: Map<string, number>
  readonly profile: FakeProfile
  /** Sends every change of a payment to the shop but `open` and `pending`. */
  sendMessage(payment: FakePayment): void
}

export type FakeProfile = {
  status: 'verified' | 'unverified' | 'blocked'
  /** Activated, by Mollie's names. */
  readonly methods: Set<string>
  /** Those of the methods whose supplier is away. */
  readonly away: Set<string>
}

export type Mode = 'live' | 'test'

export type Sum = { readonly amount: bigint; readonly currency: string }

export type FakePayment = Sum & {
  readonly id: string
  readonly mode: Mode
  readonly profileId: string
  readonly description: string
  readonly redirectUrl: string
  readonly cancelUrl: string | null
  readonly webhookUrl: string | null
  readonly metadata: unknown
  readonly locale: string | null
  readonly fee: (Sum & { readonly description: string }) | null
  readonly created: number
  readonly expires: number
  /** Those that its page shows. */
  readonly methods: readonly string[]
  method: string | null
  status: 'open' | 'pending' | 'paid' | 'failed' | 'canceled' | 'expired'
  /** When it came to its end. */
  ended: number | null
  failureReason: string | null
  /** The buyer has begun to pay: cards can't be cancelled any more. */
  isStarted: boolean
}

export type FakeRefund = Sum & {
  readonly id: string
  readonly paymentId: string
  readonly created: number
  readonly description: string
  readonly metadata: unknown
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled'
  /** How it ends later; null when it has. */
  ends: 'refunded' | 'failed' | null
}

export type FakeChargeback = Sum & {
  readonly id: string
  readonly paymentId: string
  readonly created: number
  reversed: number | null
}

export const TEST_KEY = 'test_FoyerFoyerFoyerFoyerFoyerFoyer'
const LIVE_KEY = 'live_FoyerFoyerFoyerFoyerFoyerFoyer'
export const KEYS: Readonly<Record<string, Mode>> = { [TEST_KEY]: 'test', [LIVE_KEY]: 'live' }
/** Of both keys. */
export const OWN_PROFILE = 'pfl_own'

export const PLATFORM = {
  clientId: 'app_foyer',
  clientSecret: 'secret-of-the-app',
  refreshToken: 'refresh_of_the_organiser',
  profileId: 'pfl_organiser',
} as const

/** A refusal, as it is answered. */
export class Refusal extends Error {
  readonly status: number
  readonly field: string | null
  constructor(status: number, message: string, field: string | null = null) {
    super(message)
    this.status = status
    this.field = field
  }
}

export const unprocessable = (message: string, field: string | null = null): Refusal => new Refusal(422, message, field)

export const missing = (what: string): Refusal => new Refusal(404, `No ${what} exists with this token`)

export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`

export function paymentOf(world: World, id: string): FakePayment {
  const payment = world.payments.get(id)
  if (!payment) throw new Error(`${id} is no payment`)
  return payment
}

/** A movement in the books that tests compare; negative when it is reversed. */
export function book(world: World, kind: FakeBooking['kind'], { metadata, currency }: FakePayment, amount: bigint) {
  const data = typeof metadata === 'object' && metadata !== null ? metadata : {}
  const transactionId = 'transactionId' in data ? String(data.transactionId) : ''
  world.books.push({ kind, transactionId, amount, currency })
}
