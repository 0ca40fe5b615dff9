/** A member that may be left out or null; on an update either keeps what is stored. */
type Maybe<Value> = Value | null | undefined

/** One text in one language. */
export type LocalizedBody = { readonly lang: string; readonly body: string }

/** What only a later version of the shop can sell: empty or absent for now. */
type Later = Maybe<object>

/** Local date-times are in the zone of the event: "2027-05-15T09:00" or with a blank instead of the T. */
export type CategoryRequest = {
  readonly id?: Maybe<number>
  readonly name?: Maybe<string>
  readonly description?: Maybe<readonly LocalizedBody[]>
  /** 0 means that the category draws from the pool. */
  readonly maxTickets?: Maybe<number>
  readonly price?: Maybe<number | string>
  readonly startSellingDate?: Maybe<string>
  readonly endSellingDate?: Maybe<string>
  readonly customValidity?: Maybe<{
    readonly checkInFrom?: Maybe<string>
    readonly checkInTo?: Maybe<string>
    readonly validityStart?: Maybe<string>
    readonly validityEnd?: Maybe<string>
  }>
  readonly ticketAccessType?: Maybe<string>
  readonly ordinal?: Maybe<number>
  readonly settings?: Maybe<SettingsRequest>
  readonly accessRestricted?: Maybe<boolean>
  readonly accessCode?: Maybe<string>
  readonly groupLink?: Later
}

/** Setting name to text; a number or a flag stands for its text. */
export type SettingsRequest = Readonly<Record<string, string | number | boolean | null>>

export type TicketsRequest = {
  readonly freeOfCharge?: Maybe<boolean>
  readonly max?: Maybe<number>
  readonly currency?: Maybe<string>
  readonly taxPercentage?: Maybe<number | string>
  readonly taxIncludedInPrice?: Maybe<boolean>
  readonly paymentMethods?: Maybe<readonly string[]>
  readonly categories?: Maybe<readonly CategoryRequest[]>
  readonly promoCodes?: Later
}

/** What an organiser asks for when an event is created or updated, by API or event file (design section 4). */
export type EventRequest = {
  readonly title?: Maybe<string>
  readonly slug?: Maybe<string>
  /** Its languages become the content languages of the event. */
  readonly description?: Maybe<readonly LocalizedBody[]>
  readonly shortDescription?: Maybe<readonly LocalizedBody[]>
  readonly format?: Maybe<string>
  readonly location?: Maybe<{
    readonly fullAddress?: Maybe<string>
    readonly coordinate?: Maybe<{ readonly latitude?: Maybe<string>; readonly longitude?: Maybe<string> }>
  }>
  readonly timezone?: Maybe<string>
  readonly startDate?: Maybe<string>
  readonly endDate?: Maybe<string>
  readonly websiteUrl?: Maybe<string>
  readonly termsAndConditionsUrl?: Maybe<string>
  readonly privacyPolicyUrl?: Maybe<string>
  readonly imageUrl?: Maybe<string>
  readonly tickets?: Maybe<TicketsRequest>
  readonly status?: Maybe<string>
  readonly tags?: Maybe<readonly string[]>
  readonly settings?: Maybe<SettingsRequest>
  readonly onlineCallLinks?: Maybe<readonly CallLinkRequest[]>
  readonly extensionSettings?: Later
  readonly additionalInfo?: Later
  readonly additionalServices?: Later
}

export type CallLinkRequest = {
  readonly link?: Maybe<string>
  readonly validFrom?: Maybe<string>
  readonly validTo?: Maybe<string>
}
