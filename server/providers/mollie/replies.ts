import { type Static, type TSchema, Type } from 'typebox'

/** What we read of Mollie's replies. Mollie may add fields and values at any time, so the rest is ignored. */

const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

const Amount = Type.Object({ currency: Type.String(), value: Type.String() })
export type Amount = Static<typeof Amount>

const Link = Type.Object({ href: Type.String() })

export const Payment = Type.Object({
  id: Type.String(),
  mode: Type.String(),
  status: Type.String(),
  amount: Amount,
  createdAt: Type.String(),
  expiresAt: Maybe(Type.String()),
  paidAt: Maybe(Type.String()),
  method: Maybe(Type.String()),
  isCancelable: Maybe(Type.Boolean()),
  metadata: Type.Optional(Type.Unknown()),
  details: Type.Optional(Type.Unknown()),
  _links: Type.Optional(Type.Object({ checkout: Maybe(Link) })),
})
export type Payment = Static<typeof Payment>

/** The metadata of payments that we have begun. */
export const OurMetadata = Type.Object({ reservationId: Type.String(), transactionId: Type.String() })

/** The metadata of refunds that we have sent. */
export const OurRefundMetadata = Type.Object({ transactionId: Type.String(), refund: Type.String() })

export const FailureDetails = Type.Object({ failureReason: Maybe(Type.String()), failureMessage: Maybe(Type.String()) })

const WithPayment = Type.Object({ payment: Maybe(Type.Object({ metadata: Type.Optional(Type.Unknown()) })) })

export const Refund = Type.Object({
  id: Type.String(),
  status: Type.String(),
  amount: Amount,
  createdAt: Type.String(),
  metadata: Type.Optional(Type.Unknown()),
  _embedded: Maybe(WithPayment),
})
export type Refund = Static<typeof Refund>

export const Chargeback = Type.Object({
  id: Type.String(),
  amount: Amount,
  createdAt: Type.String(),
  reversedAt: Maybe(Type.String()),
  _embedded: Maybe(WithPayment),
})
export type Chargeback = Static<typeof Chargeback>

export const Method = Type.Object({
  id: Type.String(),
  status: Maybe(Type.String()),
  minimumAmount: Maybe(Amount),
  maximumAmount: Maybe(Amount),
})
export type Method = Static<typeof Method>

export const Profile = Type.Object({ id: Type.String(), mode: Type.String(), status: Maybe(Type.String()) })

export const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Maybe(Type.Number()) })

export const Problem = Type.Object({ status: Maybe(Type.Integer()), field: Maybe(Type.String()) })

/** A page of a list; `next` leads on. */
export const Page = Type.Object({
  _embedded: Type.Record(Type.String(), Type.Unknown()),
  _links: Type.Optional(Type.Object({ next: Maybe(Link) })),
})
