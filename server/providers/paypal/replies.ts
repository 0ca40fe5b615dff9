import { type Static, Type } from 'typebox'

/** What we read of PayPal's replies; whatever else they have is let through. */

const optional = Type.Optional

const Money = Type.Object({ currency_code: Type.String(), value: Type.String() })
const Link = Type.Object({ rel: Type.String(), href: Type.String() })
const StatusDetails = optional(Type.Object({ reason: optional(Type.String()) }))

export const Token = Type.Object({ access_token: Type.String(), expires_in: Type.Number() })

const Capture = Type.Object({
  id: Type.String(),
  status: Type.String(),
  status_details: StatusDetails,
  amount: Money,
  custom_id: optional(Type.String()),
  seller_receivable_breakdown: optional(Type.Object({ paypal_fee: optional(Money) })),
})

export const Refund = Type.Object({
  id: Type.String(),
  status: Type.String(),
  status_details: StatusDetails,
  amount: optional(Money),
  custom_id: optional(Type.String()),
})

const PurchaseUnit = Type.Object({
  custom_id: optional(Type.String()),
  payments: optional(Type.Object({ captures: optional(Type.Array(Capture)), refunds: optional(Type.Array(Refund)) })),
})

export const Order = Type.Object({
  id: Type.String(),
  status: Type.String(),
  links: optional(Type.Array(Link)),
  purchase_units: optional(Type.Array(PurchaseUnit)),
})

export const DisputeList = Type.Object({ items: optional(Type.Array(Type.Object({ dispute_id: Type.String() }))) })

export const Dispute = Type.Object({
  dispute_id: Type.String(),
  status: Type.String(),
  dispute_amount: Money,
  seller_response_due_date: optional(Type.String()),
  dispute_outcome: optional(Type.Object({ outcome_code: optional(Type.String()) })),
})

export const Webhooks = Type.Object({
  webhooks: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      event_types: Type.Array(Type.Object({ name: Type.String() })),
    }),
  ),
})

export const Refusal = Type.Object({
  name: optional(Type.String()),
  error: optional(Type.String()),
  details: optional(Type.Array(Type.Object({ issue: optional(Type.String()) }))),
})

export type Token = Static<typeof Token>
export type Order = Static<typeof Order>
export type Capture = Static<typeof Capture>
export type Refund = Static<typeof Refund>
export type Dispute = Static<typeof Dispute>
