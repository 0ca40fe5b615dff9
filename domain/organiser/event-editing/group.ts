import { MAIL_ADDRESS } from '#domain/foundation/text/mail-address.ts'
import type { GroupDraft, GroupLinkDraft } from './event-draft.ts'
import type { GroupLinkRequest, GroupRequest } from './event-request.ts'
import { type Reading, allRead, isWithin, line, readNamed, trimmed } from './reading.ts'

const MAX_NAME_LENGTH = 255
const MAX_ALLOCATION = 1_000_000

/** The stated groups; null when none are, so that they stay as they are. */
export function readGroups({ request, findings }: Reading): readonly GroupDraft[] | null | undefined {
  if (!request.groups) return null
  const list = {
    field: 'groups',
    identify: (group: GroupRequest, field: string) => {
      const name = line(group.name)
      const isName = name !== null && name.length <= MAX_NAME_LENGTH
      return isName ? { name } : findings.refuse('group-name-missing', `${field}.name`)
    },
    refuseRepeated: (name: string, field: string) => findings.refuse('group-name-repeated', `${field}.name`, name),
  }
  return readNamed(request.groups, list, (group, { name, field }): GroupDraft | undefined => {
    const members = readMembers(group, `${field}.members`, findings)
    return members && { name, members }
  })
}

/** Addresses in small letters, each once (domain rules 8). */
function readMembers({ members }: GroupRequest, field: string, { refuse }: Reading['findings']) {
  const values = (members ?? []).map(member => member.trim().toLowerCase())
  const read = values.map((value, index) => {
    const at = `${field}[${index}]`
    const isAddress = value.length <= MAX_NAME_LENGTH && MAIL_ADDRESS.test(value)
    if (!isAddress) return refuse('group-member-unreadable', at, value)
    return values.indexOf(value) === index ? value : refuse('group-member-repeated', at, value)
  })
  return allRead(read)
}

/** Who may buy. A link that names no group takes the stored one away. */
export function readGroupLink(
  { findings }: Pick<Reading, 'findings'>,
  request: GroupLinkRequest | null | undefined,
  stored: GroupLinkDraft | null,
  field: string,
): GroupLinkDraft | null | undefined {
  if (!request) return stored
  const group = trimmed(request.group) ?? request.groupId ?? null
  if (group === null) return null
  const { type, matchType, maxAllocation } = request
  const link = {
    group,
    type: type ?? 'ONCE_PER_VALUE',
    matchType: matchType ?? 'FULL',
    maxAllocation: maxAllocation ?? null,
  } as const
  const isLimited = link.maxAllocation !== null && isWithin(link.maxAllocation, 1, MAX_ALLOCATION)
  const isFit = link.type === 'LIMITED_QUANTITY' ? isLimited : link.maxAllocation === null
  return isFit ? link : findings.refuse('group-link-unreadable', field)
}
