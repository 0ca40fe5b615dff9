import { type Static, type TSchema, Type } from 'typebox'

/** What we read of Stripe's replies; whatever else they have is let through. */

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const Metadata = Type.Optional(Type.Record(Type.String(), Type.String()))

export const BalanceTransaction = Type.Object({
  id: Type.String(),
  currency: Type.String(),
  fee: Type.Integer(),
  fee_details: Type.Optional(Type.Array(Type.Object({ type: Type.String(), amount: Type.Integer() }))),
})

export const Charge = Type.Object({
  id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  livemode: Type.Boolean(),
  metadata: Metadata,
  failure_code: nullable(Type.String()),
  outcome: nullable(Type.Object({ reason: nullable(Type.String()) })),
  balance_transaction: nullable(Type.Union([Type.String(), BalanceTransaction])),
})

const PaymentError = Type.Object({
  type: Type.Optional(Type.String()),
  code: nullable(Type.String()),
  decline_code: nullable(Type.String()),
  charge: nullable(Type.String()),
  payment_method: nullable(Type.Object({ id: Type.String() })),
})

export const Intent = Type.Object({
  id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  amount_received: Type.Integer(),
  currency: Type.String(),
  client_secret: nullable(Type.String()),
  livemode: Type.Boolean(),
  metadata: Metadata,
  last_payment_error: nullable(PaymentError),
  latest_charge: nullable(Type.Union([Type.String(), Charge])),
})

export const Refund = Type.Object({
  id: Type.String(),
  status: nullable(Type.String()),
  amount: Type.Integer(),
  currency: Type.String(),
  metadata: nullable(Type.Record(Type.String(), Type.String())),
  failure_reason: nullable(Type.String()),
})

export const Dispute = Type.Object({
  id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  evidence_details: nullable(Type.Object({ due_by: nullable(Type.Integer()) })),
})

const BookedSource = Type.Object({
  id: Type.String(),
  object: Type.String(),
  amount: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String()),
  metadata: nullable(Type.Record(Type.String(), Type.String())),
})

/** A line of Stripe's books, with what it is about. */
export const BookedTransaction = Type.Object({
  id: Type.String(),
  type: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  created: Type.Integer(),
  fee: Type.Integer(),
  fee_details: Type.Optional(Type.Array(Type.Object({ type: Type.String(), amount: Type.Integer() }))),
  source: nullable(Type.Union([Type.String(), BookedSource])),
})

export const Account = Type.Object({ id: Type.String(), charges_enabled: Type.Optional(Type.Boolean()) })

export const WebhookEndpoint = Type.Object({
  id: Type.String(),
  url: Type.String(),
  status: Type.String(),
  livemode: Type.Boolean(),
  enabled_events: Type.Array(Type.String()),
})

export const Identified = Type.Object({ id: Type.String() })

export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({ data: Type.Array(item), has_more: Type.Boolean() })

export type PaymentError = Static<typeof PaymentError>
export type Intent = Static<typeof Intent>
export type Charge = Static<typeof Charge>
export type Refund = Static<typeof Refund>
export type Dispute = Static<typeof Dispute>
export type BookedTransaction = Static<typeof BookedTransaction>
export type BalanceTransaction = Static<typeof BalanceTransaction>
export type WebhookEndpoint = Static<typeof WebhookEndpoint>
