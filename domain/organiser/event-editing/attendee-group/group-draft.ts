/** An allow-list of e-mail addresses in small letters. */
export type GroupDraft = { readonly name: string; readonly members: readonly string[] }

export type GroupLinkType = 'ONCE_PER_VALUE' | 'LIMITED_QUANTITY' | 'UNLIMITED'
export type GroupMatchType = 'FULL' | 'EMAIL_DOMAIN'

/** Who may buy: the members of a group, so many tickets each (domain rules 8). */
export type GroupLinkDraft = {
  /** Its id, or its name. */
  readonly group: number | string
  readonly type: GroupLinkType
  readonly matchType: GroupMatchType
  /** Of LIMITED_QUANTITY only. */
  readonly maxAllocation: number | null
}
