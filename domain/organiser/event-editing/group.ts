import { MAIL_ADDRESS } from '#domain/foundation/text/mail-address.ts'
import type { GroupLinkRequest, GroupRequest } from './event-request.ts'
import { line, type Reading, isWholeNumber, trimmed } from './reading.ts'
import type { GroupDraft, GroupLinkDraft, GroupLinkType, GroupMatchType } from './attendee-group/group-draft.ts'

const MAX_NAME_LENGTH = 255
const MAX_ALLOCATION = 1_000_000

const LINK_TYPES: readonly string[] = ['ONCE_PER_VALUE', 'LIMITED_QUANTITY', 'UNLIMITED'] satisfies GroupLinkType[]
const MATCH_TYPES: readonly string[] = ['FULL', 'EMAIL_DOMAIN'] satisfies GroupMatchType[]
const isLinkType = (text: string): text is GroupLinkType => LINK_TYPES.includes(text)
const isMatchType = (text: string): text is GroupMatchType => MATCH_TYPES.includes(text)

/** The stated groups; null when none are, so that they stay as they are. */
export function readGroups({ request, findings }: Reading): readonly GroupDraft[] | null | undefined {
  if (!request.groups) return null
  const names: string[] = []
  const read = request.groups.map((group, index) => {
    const field = `groups[${index}]`
    const name = line(group.name)
    if (name === null || name.length > MAX_NAME_LENGTH) return findings.refuse('group-name-missing', `${field}.name`)
    if (names.includes(name)) return findings.refuse('group-name-repeated', `${field}.name`, name)
    names.push(name)
    const members = readMembers(group, `${field}.members`, findings)
    return members && { name, members }
  })
  return read.every(group => group !== undefined) ? read : undefined
}

/** Addresses in small letters, each once (domain rules 8). */
function readMembers({ members }: GroupRequest, field: string, findings: Reading['findings']) {
  const values = (members ?? []).map(member => member.trim().toLowerCase())
  const read = values.map((value, index) => {
    const at = `${field}[${index}]`
    const isAddress = value.length <= MAX_NAME_LENGTH && MAIL_ADDRESS.test(value)
    if (!isAddress) return findings.refuse('group-member-unreadable', at, value)
    return values.indexOf(value) === index ? value : findings.refuse('group-member-repeated', at, value)
  })
  return read.every(value => value !== undefined) ? read : undefined
}

/** Who may buy. A link that names no group takes the stored one away; undefined when it can't be read. */
export function readGroupLink(
  { findings }: Pick<Reading, 'findings'>,
  request: GroupLinkRequest | null | undefined,
  stored: GroupLinkDraft | null,
  field: string,
): GroupLinkDraft | null | undefined {
  if (!request) return stored
  const group = trimmed(request.group) ?? request.groupId ?? null
  if (group === null) return null
  const type = trimmed(request.type) ?? 'ONCE_PER_VALUE'
  const matchType = trimmed(request.matchType) ?? 'FULL'
  const maxAllocation = request.maxAllocation ?? null
  const isMaximumFit =
    type === 'LIMITED_QUANTITY'
      ? maxAllocation !== null && isWholeNumber(maxAllocation, 1, MAX_ALLOCATION)
      : maxAllocation === null
  return isLinkType(type) && isMatchType(matchType) && isMaximumFit
    ? { group, type, matchType, maxAllocation }
    : findings.refuse('group-link-unreadable', field)
}
