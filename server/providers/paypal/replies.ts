import { type Static, Type } from 'typebox'

/** What we read of PayPal's replies; whatever else they have is let through. */

const { Optional: optional, String: text, Array: list } = Type

const Amount = Type.Object({ currency_code: text(), value: text() })

export const Token = Type.Object({ access_token: text({ minLength: 1 }), expires_in: Type.Number() })

export const Capture = Type.Object({
  id: text(),
  status: text(),
  amount: Amount,
  custom_id: optional(text()),
  seller_receivable_breakdown: optional(Type.Object({ paypal_fee: optional(Amount) })),
})

export const Refund = Type.Object({
  id: text(),
  status: text(),
  amount: optional(Amount),
  custom_id: optional(text()),
})

const Payments = Type.Object({ captures: optional(list(Capture)), refunds: optional(list(Refund)) })

export const Order = Type.Object({
  id: text(),
  status: text(),
  links: optional(list(Type.Object({ rel: text(), href: text() }))),
  purchase_units: optional(list(Type.Object({ custom_id: optional(text()), payments: optional(Payments) }))),
})

export const Refusal = Type.Object({
  name: text(),
  details: optional(list(Type.Object({ issue: optional(text()) }))),
})

/** Of the call for a token. */
export const TokenRefusal = Type.Object({ error: text() })

export const Disputes = Type.Object({ items: optional(list(Type.Object({ dispute_id: text() }))) })

export const Dispute = Type.Object({
  dispute_id: text(),
  status: text(),
  dispute_amount: optional(Amount),
  seller_response_due_date: optional(text()),
  dispute_outcome: optional(Type.Object({ outcome_code: optional(text()) })),
})

export const Webhooks = Type.Object({
  webhooks: optional(
    list(Type.Object({ id: text(), url: text(), event_types: optional(list(Type.Object({ name: text() }))) })),
  ),
})

export type Order = Static<typeof Order>
export type Capture = Static<typeof Capture>
export type Refund = Static<typeof Refund>
export type Dispute = Static<typeof Dispute>
export type Token = Static<typeof Token>
