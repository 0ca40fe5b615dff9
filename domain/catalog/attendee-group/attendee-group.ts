import type { CategoryId } from '#domain/catalog/catalog/category.ts'

/** FULL: the address itself. EMAIL_DOMAIN: any address at the domain of a member (domain rules 8). */
export type MatchType = 'FULL' | 'EMAIL_DOMAIN'

/** An event or a category that is for the members of a group. */
export type GroupLink = {
  readonly id: number
  readonly groupId: number
  /** Null: the whole event. */
  readonly categoryId: CategoryId | null
  readonly match: MatchType
  /** Tickets a member may have; null: any number. */
  readonly maximum: number | null
}

/** An e-mail address, or "@" and a domain, in lower case. */
export type Member = { readonly id: bigint; readonly value: string }

/** The link that holds for a category: its own, else that of the event; undefined: it is open to everybody. */
export function linkOf(links: readonly GroupLink[], category: CategoryId): GroupLink | undefined {
  return links.find(({ categoryId }) => categoryId === category) ?? links.find(({ categoryId }) => categoryId === null)
}

/**
 * The members an address matches, the first to be charged first: the member with this very address, or else, where the
 * link goes by domain, all at its domain. None: it is not invited (domain rules 8).
 */
export function membersFor<Candidate extends Member>(
  email: string,
  match: MatchType,
  members: readonly Candidate[],
): readonly Candidate[] {
  const address = email.toLowerCase()
  const itself = members.filter(({ value }) => value === address)
  if (itself.length > 0 || match === 'FULL') return itself
  const domain = domainOf(address)
  return domain === '' ? [] : members.filter(({ value }) => domainOf(value) === domain)
}

/** The domain of an address with its "@"; empty for what has none. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : address.slice(at)
}

export type Candidate = Member & { readonly taken: number }

/** Whose place a ticket takes; undefined when none of them has one left. */
export function memberWithPlace(
  candidates: readonly Candidate[],
  { maximum }: Pick<GroupLink, 'maximum'>,
): Candidate | undefined {
  return candidates.find(({ taken }) => maximum === null || taken < maximum)
}
