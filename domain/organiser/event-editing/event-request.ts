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
  /** The category's own code; a blank one takes it away. */
  readonly accessCode?: Maybe<string>
  readonly groupLink?: Maybe<GroupLinkRequest>
}

/** A group by its id or its name; a link that names none is taken away. */
export type GroupLinkRequest = {
  readonly groupId?: Maybe<number>
  readonly group?: Maybe<string>
  readonly type?: Maybe<string>
  readonly matchType?: Maybe<string>
  readonly maxAllocation?: Maybe<number>
}

export type ServiceRequest = {
  readonly type?: Maybe<string>
  readonly supplementPolicy?: Maybe<string>
  /** Its text in the first language of the event identifies it. */
  readonly title?: Maybe<readonly LocalizedBody[]>
  readonly description?: Maybe<readonly LocalizedBody[]>
  /** The percentage where a percentage is charged. */
  readonly price?: Maybe<number | string>
  /** False: the visitor names the amount. */
  readonly fixPrice?: Maybe<boolean>
  /** -1 means any number, 0 none. */
  readonly availableQuantity?: Maybe<number>
  readonly maxQtyPerOrder?: Maybe<number>
  readonly inception?: Maybe<string>
  readonly expiration?: Maybe<string>
  readonly vatType?: Maybe<string>
  readonly minPrice?: Maybe<number | string>
  readonly maxPrice?: Maybe<number | string>
}

export type PromoCodeRequest = {
  /** The code itself. */
  readonly name?: Maybe<string>
  readonly validFrom?: Maybe<string>
  readonly validTo?: Maybe<string>
  readonly discountType?: Maybe<string>
  /** Percent, or minor units. */
  readonly discount?: Maybe<number>
  readonly codeType?: Maybe<string>
  /** -1 means any number. */
  readonly maxUsage?: Maybe<number>
  readonly categories?: Maybe<readonly string[]>
  readonly hiddenCategory?: Maybe<string>
}

export type DiscountRequest = {
  readonly minimumTickets?: Maybe<number>
  readonly categories?: Maybe<readonly string[]>
  readonly discountType?: Maybe<string>
  /** Percent, or minor units. */
  readonly discount?: Maybe<number>
  readonly message?: Maybe<readonly LocalizedBody[]>
}

export type GroupRequest = { readonly name?: Maybe<string>; readonly members?: Maybe<readonly string[]> }

/** Its title in the first language of the event identifies it; so do the titles of the options. */
export type PollRequest = {
  readonly title?: Maybe<readonly LocalizedBody[]>
  readonly description?: Maybe<readonly LocalizedBody[]>
  readonly options?: Maybe<readonly (readonly LocalizedBody[])[]>
  readonly allowedTags?: Maybe<readonly string[]>
  readonly order?: Maybe<number>
  readonly status?: Maybe<string>
}

/** A question to attendees; its name identifies it. */
export type FieldRequest = {
  readonly ordinal?: Maybe<number>
  readonly name?: Maybe<string>
  readonly type?: Maybe<string>
  readonly required?: Maybe<boolean>
  readonly editable?: Maybe<boolean>
  readonly label?: Maybe<readonly LocalizedBody[]>
  readonly placeholder?: Maybe<readonly LocalizedBody[]>
  readonly restrictedValues?: Maybe<
    readonly {
      readonly value?: Maybe<string>
      readonly enabled?: Maybe<boolean>
      readonly descriptions?: Maybe<readonly LocalizedBody[]>
    }[]
  >
  readonly contentLength?: Maybe<{ readonly min?: Maybe<number>; readonly max?: Maybe<number> }>
  readonly displayAtCheckIn?: Maybe<boolean>
  /** Names; of all categories when none is named. */
  readonly categories?: Maybe<readonly string[]>
  /** The title of an extra: the question is about each item of it. */
  readonly additionalService?: Maybe<string>
}

/** Setting name to text; a number or a flag is read as its text. */
export type SettingsRequest = Readonly<Record<string, string | number | boolean | null>>

export type TicketsRequest = {
  readonly freeOfCharge?: Maybe<boolean>
  readonly max?: Maybe<number>
  readonly currency?: Maybe<string>
  readonly taxPercentage?: Maybe<number | string>
  readonly taxIncludedInPrice?: Maybe<boolean>
  readonly paymentMethods?: Maybe<readonly string[]>
  readonly categories?: Maybe<readonly CategoryRequest[]>
  /** A stated list is complete: what is missing in it is withdrawn. */
  readonly promoCodes?: Maybe<readonly PromoCodeRequest[]>
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
  /** Complete where it is stated. */
  readonly additionalInfo?: Maybe<readonly FieldRequest[]>
  /** As the lists of codes and of discounts, complete where it is stated. */
  readonly additionalServices?: Maybe<readonly ServiceRequest[]>
  readonly discounts?: Maybe<readonly DiscountRequest[]>
  readonly groups?: Maybe<readonly GroupRequest[]>
  readonly polls?: Maybe<readonly PollRequest[]>
  readonly groupLink?: Maybe<GroupLinkRequest>
  /** Language to key to text. */
  readonly i18nOverride?: Maybe<Readonly<Record<string, Readonly<Record<string, string>>>>>
  readonly organizer?: Maybe<{ readonly promoCodes?: Maybe<readonly PromoCodeRequest[]> }>
}

export type CallLinkRequest = {
  readonly link?: Maybe<string>
  readonly validFrom?: Maybe<string>
  readonly validTo?: Maybe<string>
}
