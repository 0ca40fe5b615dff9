import { type Form, type Rules, fieldsOf, valuesOf } from './form.ts'

/** What each call may have, by Stripe's description of its interface; fields a shop has no use for count as unknown. */

const THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ')
const ALWAYS_00 = ['isk', 'ugx']
const LEAST: Readonly<Record<string, number>> = {
  eur: 50,
  chf: 50,
  usd: 50,
  cad: 50,
  aud: 50,
  nzd: 50,
  sgd: 50,
  jpy: 50,
  gbp: 30,
  sek: 300,
  nok: 300,
  dkk: 250,
  pln: 200,
  ron: 200,
  aed: 200,
  czk: 1500,
  huf: 17_500,
  hkd: 400,
  mxn: 1000,
}
/** Of currencies without a minimum of their own here: about half a dollar, and something above nothing. */
const LEAST_OF_OTHERS = 1

export const METHOD_NAMES = [
  'card',
  'twint',
  'ideal',
  'wero',
  'bancontact',
  'eps',
  'p24',
  'blik',
  'klarna',
  'sepa_debit',
  'multibanco',
]

const any = { check: () => null }
const required = (rule: { check: (value: string) => string | null }) => ({ ...rule, isRequired: true }) as const
const matching = (pattern: RegExp, wrong: string) => ({ check: (text: string) => (pattern.test(text) ? null : wrong) })
const upTo = (length: number) => ({ check: (text: string) => (text.length <= length ? null : 'is too long') })
const oneOf = (values: readonly string[]) => ({
  check: (text: string) => (values.includes(text) ? null : `must be one of ${values.join(', ')}`),
})
const amount = matching(/^[1-9]\d{0,7}$/, 'parameter_invalid_integer')
const currency = matching(/^[a-z]{3}$/, 'must be three lower-case letters')
const metadata = upTo(500)
const expand = (...fields: string[]) => ({ 'expand[]': oneOf(fields) })
const page = { limit: matching(/^([1-9]\d?|100)$/, 'must be between 1 and 100'), starting_after: any }
const ofPayment = { payment_intent: matching(/^pi_/, 'is no id'), charge: matching(/^ch_/, 'is no id') }

const payment = {
  amount: required(amount),
  currency: required(currency),
  description: upTo(1000),
  'metadata[*]': metadata,
  application_fee_amount: matching(/^\d{1,8}$/, 'parameter_invalid_integer'),
}

export const CREATE_INTENT: Rules = {
  ...payment,
  'allowed_payment_method_types[]': oneOf(METHOD_NAMES),
  statement_descriptor_suffix: upTo(22),
}
export const RETRIEVE_INTENT: Rules = expand('latest_charge', 'latest_charge.balance_transaction')
export const CANCEL_INTENT: Rules = {
  cancellation_reason: oneOf(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
}
export const CREATE_CHARGE: Rules = {
  ...payment,
  source: required(matching(/^tok_/, 'is no token')),
  ...expand('balance_transaction'),
}
export const RETRIEVE_CHARGE: Rules = expand('balance_transaction')
const search = { query: required(any), limit: page.limit }
export const SEARCH_INTENTS: Rules = { ...search, ...expand('data.latest_charge.balance_transaction') }
export const SEARCH_CHARGES: Rules = { ...search, ...expand('data.balance_transaction') }
export const CREATE_REFUND: Rules = {
  ...ofPayment,
  amount,
  reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
  'metadata[*]': metadata,
  refund_application_fee: oneOf(['true', 'false']),
}
export const NOTHING: Rules = {}
export const LIST_OF_PAYMENT: Rules = { ...ofPayment, ...page }
const second = matching(/^\d{1,12}$/, 'is no time')
export const LIST_LINES: Rules = {
  ...page,
  'created[gte]': second,
  'created[lt]': second,
  type: any,
  ...expand('data.source'),
}
export const LIST_ENDPOINTS: Rules = page

/** What holds between fields; null, or the code and what is wrong. */
export function wrongInPayment(form: Form, account: string | null): { code: string; message: string } | null {
  const sum = Number(form.get('amount'))
  const code = form.get('currency') ?? ''
  const fields = Object.keys(fieldsOf(form, 'metadata'))
  const fee = Number(form.get('application_fee_amount') ?? 0)
  if (THREE_DECIMALS.includes(code) && sum % 10 !== 0)
    return wrong('parameter_invalid_integer', 'the last digit must be 0')
  if (ALWAYS_00.includes(code) && sum % 100 !== 0) return wrong('parameter_invalid_integer', 'decimals must be 00')
  if (sum < (LEAST[code] ?? LEAST_OF_OTHERS)) return wrong('amount_too_small', `${sum} ${code} is too little`)
  if (fields.length > 50 || fields.some(name => name.length > 40))
    return wrong('parameter_invalid', 'too much metadata')
  if (form.has('application_fee_amount') && account === null) {
    return wrong('application_fees_not_allowed', 'application_fee_amount needs Stripe-Account')
  }
  return fee > sum ? wrong('parameter_invalid', 'application_fee_amount is above the amount') : null
}

const wrong = (code: string, message: string) => ({ code, message })

/** TWINT pays francs, and so on: a method that takes another currency is left out, as Stripe does. */
export function methodsThatFit(form: Form): readonly string[] {
  const code = form.get('currency') ?? ''
  const chosen = valuesOf(form, 'allowed_payment_method_types[]')
  return (chosen.length > 0 ? chosen : ['card']).filter(name => CURRENCIES[name]?.includes(code) ?? true)
}

const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  twint: ['chf'],
  ideal: ['eur'],
  wero: ['eur'],
  bancontact: ['eur'],
  eps: ['eur'],
  p24: ['eur', 'pln'],
  blik: ['pln'],
  sepa_debit: ['eur'],
  multibanco: ['eur'],
}
