import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { Pass, Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { FieldDraft, StatedSetting, StatedText } from '#domain/organiser/event-editing/event-draft.ts'
import type {
  Addresses,
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

/** `termType` says which of these are read; `numEntries` -1: any number. */
export type TermRequest = Stated<
  Record<'units' | 'numEntries', number> &
    Record<'validityFrom' | 'validityTo', string> & { timeUnit: 'DAYS' | 'MONTHS' | 'YEARS' }
>

/** Either days, or the reason why there are none. */
type WithdrawalRequest = Stated<
  Pick<Extract<Withdrawal, { kind: 'possible' }>, 'days' | 'afterUse'> & { reason: readonly LocalizedBody[] }
>

/**
 * What an organiser requests when a pass is created or updated, by API or pass file, after the schema
 * (contract/subscription-file.ts) has checked it. Date-times are local to its zone; a blank `onSaleTo` removes the end.
 * The languages of the title are those of the pass, and of the description. -1 means any number; `maxEntries` is read
 * beside a term by dates or time: tickets in all. Questions are complete where they are stated.
 */
export type PassRequest = Stated<
  Record<'timezone' | 'onSaleFrom' | 'onSaleTo' | 'taxPolicy' | 'currencyCode', string> &
    Record<'price' | 'taxPercentage' | 'maxAvailable' | 'maxEntries', number> &
    Record<'isPublic' | 'supportsTicketsGeneration' | 'transferable', boolean> &
    Record<'title' | 'description' | 'shortDescription', readonly LocalizedBody[]> &
    Addresses & {
      usageType: Pass['usage']['kind']
      termType: 'standard' | 'numEntries' | 'custom'
      term: TermRequest
      withdrawal: WithdrawalRequest
      tags: readonly string[]
      paymentMethods: readonly PaymentProxy[]
      additionalInfo: readonly FieldRequest[]
      settings: SettingsRequest
      i18nOverride: EventRequest['i18nOverride']
    }
>
