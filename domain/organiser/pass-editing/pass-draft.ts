import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { Pass, Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { FieldDraft, StatedSetting, StatedText } from '#domain/organiser/event-editing/event-draft.ts'
import type {
  EventRequest,
  FieldRequest,
  LocalizedBody,
  SettingsRequest,
  Stated,
} from '#domain/organiser/event-editing/event-request.ts'

/** A pass that passed all checks, ready to be stored. */
export type PassDraft = Pick<
  Pass,
  | 'title'
  | 'description'
  | 'shortDescription'
  | 'timeZone'
  | 'tax'
  | 'paymentProxies'
  | 'websiteUrl'
  | 'termsUrl'
  | 'privacyUrl'
  | 'tags'
  | 'price'
  | 'onSale'
  | 'maxAvailable'
  | 'usage'
  | 'validity'
  | 'isTransferable'
  | 'generatesTickets'
  | 'withdrawal'
> & {
  readonly status: PublicationStatus
  readonly languages: readonly Language[]
  /** Of a free one, too: clients show prices of 0. */
  readonly currency: Currency
  readonly fields: readonly FieldDraft[]
  readonly settings: readonly StatedSetting[]
  readonly texts: readonly StatedText[]
}

/** `termType` says which of these are read. */
export type TermRequest = Stated<{
  timeUnit: 'DAYS' | 'MONTHS' | 'YEARS'
  units: number
  /** -1 means any number. */
  numEntries: number
  validityFrom: string
  validityTo: string
}>

/** Either days, or the reason why there are none. */
export type WithdrawalRequest = Stated<{
  days: number
  afterUse: Extract<Withdrawal, { kind: 'possible' }>['afterUse']
  reason: readonly LocalizedBody[]
}>

/**
 * What an organiser requests when a pass is created or updated, by API or pass file, after the schema
 * (contract/subscription-file.ts) has checked it. Date-times are local to the zone of the pass.
 */
export type PassRequest = Stated<{
  usageType: Pass['usage']['kind']
  termType: 'standard' | 'numEntries' | 'custom'
  term: TermRequest
  /** Its languages are the languages of the pass, and those of the description. */
  title: readonly LocalizedBody[]
  description: readonly LocalizedBody[]
  shortDescription: readonly LocalizedBody[]
  /** -1 means any number. */
  maxAvailable: number
  onSaleFrom: string
  /** A blank one removes the end. */
  onSaleTo: string
  price: number
  taxPercentage: number
  taxPolicy: string
  currencyCode: string
  isPublic: boolean
  imageUrl: string
  termsAndConditionsUrl: string
  privacyPolicyUrl: string
  websiteUrl: string
  timezone: string
  tags: readonly string[]
  supportsTicketsGeneration: boolean
  paymentMethods: readonly PaymentProxy[]
  /** Complete where it is stated. */
  additionalInfo: readonly FieldRequest[]
  /** Beside a term by dates or time: tickets in all; -1 means any number. */
  maxEntries: number
  transferable: boolean
  withdrawal: WithdrawalRequest
  settings: SettingsRequest
  i18nOverride: EventRequest['i18nOverride']
}>
