import { read } from './methods.ts'

/** What Mollie documents of fields; `null` from a check when a value is right, else what is wrong with it. */
export type Check = (value: unknown) => string | null
export type Rules = Readonly<Record<string, { readonly check: Check; readonly isRequired?: true }>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text =
  (longest: number): Check =>
  value =>
    typeof value === 'string' && value.length > 0 && value.length <= longest ? null : `is no text of 1 to ${longest}`

const like =
  (form: RegExp): Check =>
  value =>
    typeof value === 'string' && form.test(value) ? null : `is not like ${String(form)}`

const yesOrNo: Check = value => (typeof value === 'boolean' ? null : 'is not true or false')

const amount: Check = value => {
  if (!isObject(value) || Object.keys(value).toSorted().join() !== 'currency,value') return 'is no amount'
  const { currency, value: number } = value
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 'has no currency'
  return typeof number === 'string' && read(number, currency) !== undefined
    ? null
    : `has not the decimals of ${currency}`
}

/** Real calls refuse what is not public; shops that are tested are on this machine. */
const address: Check = value =>
  typeof value === 'string' && value.length <= 2000 && /^https?:\/\/[^\s#]+$/.test(value) ? null : 'is no address'

const metadata: Check = value =>
  isObject(value) && JSON.stringify(value).length <= 1024 ? null : 'is more than a kilobyte, or no object'

const LOCALES = new Set(
  `ca_ES cs_CZ da_DK de_AT de_CH de_DE de_LU en_BE en_GB en_NL en_US es_ES fi_FI fr_BE fr_FR fr_LU hu_HU is_IS it_IT lt_LT
lv_LV nb_NO nl_BE nl_NL pl_PL pt_PT sk_SK sv_SE`.split(/\s/),
)

const locale: Check = value => (typeof value === 'string' && LOCALES.has(value) ? null : 'is not known')

const method: Check = value =>
  [value].flat().every(name => typeof name === 'string' && /^[a-z0-9]+$/.test(name)) ? null : 'is no method'

const fee: Check = value => {
  if (!isObject(value) || Object.keys(value).toSorted().join() !== 'amount,description') return 'is no fee'
  return amount(value['amount']) ?? text(255)(value['description'])
}

const PROFILE = /^pfl_\w+$/

export const CREATE_PAYMENT: Rules = {
  amount: { check: amount, isRequired: true },
  description: { check: text(255), isRequired: true },
  redirectUrl: { check: address, isRequired: true },
  cancelUrl: { check: address },
  webhookUrl: { check: address },
  method: { check: method },
  locale: { check: locale },
  metadata: { check: metadata },
  applicationFee: { check: fee },
  captureMode: { check: like(/^automatic$/) },
  sequenceType: { check: like(/^oneoff$/) },
  restrictPaymentMethodsToCountry: { check: like(/^[A-Z]{2}$/) },
  profileId: { check: like(PROFILE) },
  testmode: { check: yesOrNo },
}

export const CANCEL_PAYMENT: Rules = { testmode: { check: yesOrNo } }

/** The document lists all three as required. */
export const CREATE_REFUND: Rules = {
  amount: { check: amount, isRequired: true },
  description: { check: text(255), isRequired: true },
  metadata: { check: metadata, isRequired: true },
  testmode: { check: yesOrNo },
}

const TESTMODE = { testmode: { check: like(/^(true|false)$/) } } as const
const OF_PROFILE = { ...TESTMODE, profileId: { check: like(PROFILE) } } as const
const PAGED = { limit: { check: like(/^([1-9]\d?|1\d\d|2[0-4]\d|250)$/) }, from: { check: like(/^\w+$/) } } as const

export const ONE: Rules = TESTMODE
export const LIST_OF_PAYMENT: Rules = { ...TESTMODE, ...PAGED }
export const LIST_PAYMENTS: Rules = { ...OF_PROFILE, ...PAGED }
export const LIST_ALL: Rules = { ...OF_PROFILE, ...PAGED, embed: { check: like(/^payment$/) } }
export const NOTHING: Rules = {}
export const LIST_METHODS: Rules = {
  ...OF_PROFILE,
  'amount[value]': { check: like(/^[\d.]+$/) },
  'amount[currency]': { check: like(/^[A-Z]{3}$/) },
  billingCountry: { check: like(/^[A-Z]{2}$/) },
  includeWallets: { check: like(/^applepay$/) },
  locale: { check: locale },
}

/** What is wrong with fields; empty when nothing is. */
export function wrongIn(
  fields: Readonly<Record<string, unknown>>,
  rules: Rules,
): readonly { field: string; what: string }[] {
  const present = Object.entries(fields).flatMap(([field, value]) => {
    const what = rules[field] ? rules[field].check(value) : 'is not known'
    return what === null ? [] : [{ field, what }]
  })
  const absent = Object.entries(rules).flatMap(([field, { isRequired }]) =>
    isRequired && fields[field] === undefined ? [{ field, what: 'is missing' }] : [],
  )
  return [...present, ...absent]
}
