import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type World, refused } from './world.ts'

/** What PayPal documents of each request; fields it does not know are refused. */

const closed = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })
const text = (most: number) => Type.String({ minLength: 1, maxLength: most })
const address = Type.String({ pattern: '^https?://', maxLength: 2048 })
const optional = Type.Optional

const Amount = closed({
  currency_code: Type.String({ pattern: '^[A-Z]{3}$' }),
  value: Type.String({ pattern: String.raw`^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$`, maxLength: 32 }),
})

const experience = closed({
  brand_name: optional(text(127)),
  locale: optional(Type.String({ pattern: '^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$' })),
  // The others ask for an address.
  shipping_preference: Type.Literal('NO_SHIPPING'),
  return_url: address,
  cancel_url: address,
  user_action: Type.Union([Type.Literal('CONTINUE'), Type.Literal('PAY_NOW')]),
  landing_page: optional(
    Type.Union([Type.Literal('LOGIN'), Type.Literal('GUEST_CHECKOUT'), Type.Literal('NO_PREFERENCE')]),
  ),
  payment_method_preference: optional(
    Type.Union([Type.Literal('UNRESTRICTED'), Type.Literal('IMMEDIATE_PAYMENT_REQUIRED')]),
  ),
})

const unit = closed({
  reference_id: optional(text(256)),
  amount: Amount,
  description: optional(text(127)),
  custom_id: text(127),
  invoice_id: optional(text(127)),
  soft_descriptor: optional(text(22)),
})

export const CREATE = closed({
  intent: Type.Literal('CAPTURE'),
  purchase_units: Type.Array(unit, { minItems: 1, maxItems: 1 }),
  payment_source: closed({ paypal: closed({ experience_context: experience }) }),
})

export const CAPTURE = closed({})

export const REFUND = closed({
  amount: optional(Amount),
  invoice_id: optional(text(127)),
  custom_id: optional(text(127)),
  note_to_payer: optional(text(255)),
})

/** Throws where a body is not as it is documented; the violation is noted. */
export function held<Schema extends TSchema>(world: World, path: string, schema: Schema, body: unknown) {
  if (Value.Check(schema, body)) return body
  const problems = Value.Errors(schema, body).map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
  world.violations.push(`POST ${path}: ${problems.join('; ')}`)
  throw refused(400, 'INVALID_PARAMETER_SYNTAX', problems[0])
}
