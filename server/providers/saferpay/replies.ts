import { type Static, Type } from 'typebox'

/** What we read of Saferpay's replies; whatever else they have is let through. */

export const Header = Type.Object({ ResponseHeader: Type.Object({ RequestId: Type.String() }) })

const Amount = Type.Object({ Value: Type.String(), CurrencyCode: Type.String() })

export const Page = Type.Object({ Token: Type.String(), Expiration: Type.String(), RedirectUrl: Type.String() })

export const Transaction = Type.Object({
  Type: Type.String(),
  Status: Type.String(),
  Id: Type.String(),
  Amount,
  OrderId: Type.Optional(Type.String()),
  CaptureId: Type.Optional(Type.String()),
})

export const Asserted = Type.Object({ Transaction })

export const Captured = Type.Object({ Status: Type.String(), CaptureId: Type.Optional(Type.String()) })

export const Cancelled = Type.Object({ TransactionId: Type.String() })

export const Refunded = Type.Object({
  Transaction: Type.Object({ Type: Type.String(), Status: Type.String(), Id: Type.String() }),
})

export const Refusal = Type.Object({
  ErrorName: Type.String(),
  PayerMessage: Type.Optional(Type.String()),
})

export const Terminal = Type.Object({
  Type: Type.Optional(Type.String()),
  PaymentMethods: Type.Optional(
    Type.Array(Type.Object({ PaymentMethod: Type.String(), Currencies: Type.Optional(Type.Array(Type.String())) })),
  ),
  Wallets: Type.Optional(Type.Array(Type.Unknown())),
})

export const License = Type.Object({ Package: Type.Optional(Type.Unknown()) })

export type Page = Static<typeof Page>
export type Transaction = Static<typeof Transaction>
export type Terminal = Static<typeof Terminal>
