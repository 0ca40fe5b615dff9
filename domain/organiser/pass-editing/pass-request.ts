import type {
  EventRequest,
  FieldRequest,
  LocalizedBody,
  SettingsRequest,
} from '#domain/organiser/event-editing/event-request.ts'

/** A member that may be left out or null; on an update either keeps what is stored. */
type Maybe<Value> = Value | null | undefined

/** `termType` says which of these are read. */
export type TermRequest = {
  readonly timeUnit?: Maybe<string>
  readonly units?: Maybe<number>
  /** -1 means any number. */
  readonly numEntries?: Maybe<number>
  readonly validityFrom?: Maybe<string>
  readonly validityTo?: Maybe<string>
}

/** Either days, or the reason why there are none. */
export type WithdrawalRequest = {
  readonly days?: Maybe<number>
  readonly afterUse?: Maybe<string>
  readonly reason?: Maybe<readonly LocalizedBody[]>
}

/** What an organiser asks for when a pass is created or updated, by API or pass file. Date-times are local to its zone. */
export type PassRequest = {
  readonly usageType?: Maybe<string>
  readonly termType?: Maybe<string>
  readonly term?: Maybe<TermRequest>
  /** Its languages are the languages of the pass, and those of the description. */
  readonly title?: Maybe<readonly LocalizedBody[]>
  readonly description?: Maybe<readonly LocalizedBody[]>
  readonly shortDescription?: Maybe<readonly LocalizedBody[]>
  /** -1 means any number. */
  readonly maxAvailable?: Maybe<number>
  readonly onSaleFrom?: Maybe<string>
  /** A blank one takes the end away. */
  readonly onSaleTo?: Maybe<string>
  readonly price?: Maybe<number | string>
  readonly taxPercentage?: Maybe<number | string>
  readonly taxPolicy?: Maybe<string>
  readonly currencyCode?: Maybe<string>
  readonly isPublic?: Maybe<boolean>
  readonly imageUrl?: Maybe<string>
  readonly termsAndConditionsUrl?: Maybe<string>
  readonly privacyPolicyUrl?: Maybe<string>
  readonly websiteUrl?: Maybe<string>
  readonly timezone?: Maybe<string>
  readonly tags?: Maybe<readonly string[]>
  readonly supportsTicketsGeneration?: Maybe<boolean>
  readonly paymentMethods?: Maybe<readonly string[]>
  /** Complete where it is stated. */
  readonly additionalInfo?: Maybe<readonly FieldRequest[]>
  /** Beside a term by dates or time: tickets in all; -1 means any number. */
  readonly maxEntries?: Maybe<number>
  readonly transferable?: Maybe<boolean>
  readonly withdrawal?: Maybe<WithdrawalRequest>
  readonly settings?: Maybe<SettingsRequest>
  readonly i18nOverride?: EventRequest['i18nOverride']
}
