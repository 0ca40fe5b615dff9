import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type World, refused } from './world.ts'

/** What Saferpay 1.53 documents of each request; fields it does not know are refused. */

const closed = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })
const text = (most: number) => Type.String({ minLength: 1, maxLength: most })
const id = (most: number) => Type.String({ pattern: `^[A-Za-z0-9.:_-]{1,${most}}$` })
const address = Type.String({ pattern: '^https?://', maxLength: 2000 })
const optional = Type.Optional

const RequestHeader = closed({
  SpecVersion: Type.Literal('1.53'),
  CustomerId: Type.String({ pattern: String.raw`^\d{1,8}$` }),
  RequestId: id(50),
  RetryIndicator: Type.Integer({ minimum: 0, maximum: 9 }),
  ClientInfo: optional(closed({ ShopInfo: optional(text(100)), OsInfo: optional(text(100)) })),
})

const Amount = closed({
  Value: Type.String({ pattern: String.raw`^[1-9]\d{0,11}$` }),
  CurrencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
})

const METHODS =
  'ACCOUNTTOACCOUNT ALIPAY AMEX BANCONTACT BLIK CARD DINERS DIRECTDEBIT EPRZELEWY EPS GIFTCARD IDEAL JCB KLARNA MAESTRO MASTERCARD PAYCONIQ PAYPAL POSTFINANCEPAY REKA TWINT UNIONPAY VISA WECHATPAY WERO'
const oneOf = (names: string) => Type.Union(names.split(' ').map(name => Type.Literal(name)))

const Initialize = closed({
  RequestHeader,
  TerminalId: Type.String({ pattern: String.raw`^\d{8}$` }),
  Payment: closed({ Amount, OrderId: id(80), Description: text(1000) }),
  PaymentMethods: optional(Type.Array(oneOf(METHODS))),
  Wallets: optional(Type.Array(oneOf('APPLEPAY GOOGLEPAY CLICKTOPAY'))),
  Payer: optional(closed({ LanguageCode: optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })) })),
  ReturnUrl: closed({ Url: address }),
  Notification: closed({ SuccessNotifyUrl: address, FailNotifyUrl: address }),
  Condition: optional(oneOf('NONE THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED WITH_SUCCESSFUL_THREE_DS_CHALLENGE')),
  ConfigSet: optional(text(20)),
})

const ByTransaction = closed({ TransactionId: text(64) })
const TransactionReference = Type.Union([ByTransaction, closed({ OrderId: id(80) })])

const Refund = closed({
  RequestHeader,
  Refund: closed({
    Amount,
    OrderId: optional(id(80)),
    Description: optional(text(1000)),
    RestrictRefundAmountToCapturedAmount: optional(Type.Boolean()),
  }),
  CaptureReference: closed({ CaptureId: text(64) }),
})

export const REQUESTS = {
  'PaymentPage/Initialize': Initialize,
  'PaymentPage/Assert': closed({ RequestHeader, Token: text(50) }),
  'Transaction/Capture': closed({
    RequestHeader,
    TransactionReference: ByTransaction,
    Amount: optional(Amount),
  }),
  'Transaction/Cancel': closed({ RequestHeader, TransactionReference: ByTransaction }),
  'Transaction/Refund': Refund,
  'Transaction/Inquire': closed({ RequestHeader, TransactionReference }),
} as const

/** Throws where a body is not as it is documented; the violation is noted. */
export function held<Schema extends TSchema>(world: World, path: string, schema: Schema, body: unknown) {
  if (Value.Check(schema, body)) return body
  const problems = Value.Errors(schema, body).map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
  world.violations.push(`POST ${path}: ${problems.join('; ')}`)
  throw refused(400, 'VALIDATION_FAILED', 'Request validation failed', { detail: problems })
}
