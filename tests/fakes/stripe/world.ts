import { randomBytes } from 'node:crypto'
import type { FakeWorld } from '../fake-parts.ts'

/** Everything the stand-in of Stripe knows. Amounts in its smallest units, times in seconds, as on the wire. */
export type World = FakeWorld & {
  readonly intents: Map<string, FakeIntent>
  readonly charges: Map<string, FakeCharge>
  readonly refunds: Map<string, FakeRefund>
  readonly disputes: Map<string, FakeDispute>
  readonly lines: FakeLine[]
  readonly tokens: Map<string, { readonly number: string; isUsed: boolean }>
  readonly endpoints: FakeEndpoint[]
  readonly account: { areChargesEnabled: boolean }
  /** A change that is sent to endpoints. */
  sendMessage: (type: string, subject: Subject) => void
}

export type Subject = FakeIntent | FakeCharge | FakeRefund | FakeDispute

export type PaymentError = {
  readonly type: string
  readonly code: string
  readonly decline_code?: string
  readonly message: string
  readonly payment_method?: { readonly id: string }
}

type Common = {
  readonly id: string
  readonly created: number
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
  /** The connected account it belongs to. */
  readonly account: string | null
}

export type FakeIntent = Common & {
  readonly object: 'payment_intent'
  readonly amount: number
  readonly clientSecret: string
  readonly methods: readonly string[]
  readonly description: string | null
  readonly applicationFee: number
  status: string
  amountReceived: number
  lastError: PaymentError | null
  nextAction: { readonly type: string; readonly method: string; readonly returnUrl: string | null } | null
  /** What the bank says once the buyer has authenticated. */
  verdict: PaymentError | null
  chargeId: string | null
  cancellationReason: string | null
}

export type FakeCharge = Common & {
  readonly object: 'charge'
  readonly amount: number
  readonly intentId: string | null
  readonly method: string
  readonly number: string | null
  readonly applicationFee: number
  status: string
  refunded: number
  isDisputed: boolean
  /** From when on the fee is reported, in milliseconds. */
  feeAt: number
  isFeePublished: boolean
  readonly lineId: string
}

export type FakeRefund = Common & {
  readonly object: 'refund'
  readonly amount: number
  readonly chargeId: string
  readonly intentId: string | null
  status: string
  failureReason: string | null
  /** How it ends later; null when it has. */
  ends: 'succeeded' | 'failed' | null
}

export type FakeDispute = Common & {
  readonly object: 'dispute'
  readonly amount: number
  readonly chargeId: string
  readonly intentId: string | null
  status: string
  readonly dueBy: number
}

export type FakeLine = {
  readonly id: string
  readonly type: string
  readonly amount: number
  readonly currency: string
  readonly created: number
  readonly fee: number
  readonly applicationFee: number
  readonly source: string
  readonly account: string | null
}

export type FakeEndpoint = {
  readonly id: string
  url: string
  status: 'enabled' | 'disabled'
  livemode: boolean
  enabledEvents: readonly string[]
}

export const PUBLIC_KEY = 'pk_test_foyer'
export const SECRET_KEY = 'sk_test_foyer'
export const PAYMENT_SECRET = 'whsec_of_payments'
export const CONNECT_SECRET = 'whsec_of_connected_accounts'
export const CONNECTED_ACCOUNT = 'acct_organiser'

/** Those that the platform may act for. */
export const ACCOUNTS: readonly string[] = [CONNECTED_ACCOUNT]

/** A refusal, as it is answered. */
export class Refusal extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>
  constructor(status: number, error: Readonly<Record<string, unknown>> & { readonly message: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, more: Readonly<Record<string, unknown>> = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more })

export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` })

export const newId = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`

export const seconds = (world: World): number => Math.floor(world.now() / 1000)

export function found<Item extends Subject>(
  items: ReadonlyMap<string, Item>,
  { id, account, what }: { id: string; account: string | null; what: string },
): Item {
  const item = items.get(id)
  if (!item || item.account !== account) throw missing(what, id)
  return item
}

/** The charge of an intent or of its own. */
export function chargeOf(world: World, reference: string): FakeCharge {
  const chargeId = world.intents.get(reference)?.chargeId ?? reference
  const charge = world.charges.get(chargeId)
  if (!charge) throw new Error(`${reference} has no charge`)
  return charge
}

export function intentOf(world: World, reference: string): FakeIntent {
  const intent = world.intents.get(reference)
  if (!intent) throw new Error(`${reference} is no intent`)
  return intent
}

/** What a movement of money is about. */
export type FakeBooked = Pick<FakeCharge, 'id' | 'currency' | 'metadata' | 'account'>
