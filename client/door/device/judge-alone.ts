import type { DoorAnswer, DoorInfo } from '#contract/door.ts'
import { COMPANY_FIELD } from '#domain/catalog/fields/company-field.ts'
import { type ListedContent, judgeListed } from '#domain/door/door-scan/offline.ts'
import { readCode, signatureOf } from '#domain/door/door-scan/read-code.ts'
import { instant } from '#domain/foundation/instant.ts'
import type { DoorStore } from './door-store.ts'
import { bareAnswer } from '#contract/bare-answer.ts'
import { digestOf, openTicket } from './sealed-ticket.ts'

type Alone = {
  readonly store: Pick<DoorStore, 'findTicket' | 'insideSince'>
  readonly info: DoorInfo
}
type Shown = { readonly id: string; readonly code: string; readonly at: number; readonly isPaid: boolean }

/** What a device answers by the list that it has, and which ticket of the list it is about. */
export type AnswerAlone = { readonly answer: DoorAnswer; readonly ticketId: number | null }

/** Answers a scan without the shop: by the same rules, with what was listed. */
export async function judgeAlone({ store, info }: Alone, shown: Shown): Promise<AnswerAlone> {
  const read = readCode(shown.code)
  const nothing = (outcome: DoorAnswer['outcome']) => ({ answer: bareAnswer(shown.id, outcome), ticketId: null })
  if (read.kind === 'PASS') return nothing('PASS')
  if (read.kind === 'OTHER') return nothing('UNKNOWN')
  const ticket =
    read.code === '' ? undefined : await store.findTicket('signature', await digestOf(signatureOf(read.code)))
  if (!ticket) {
    // The list knows the ticket, but not this code: it was passed on, or its holder's name was corrected.
    const isOld = read.code !== '' && (await store.findTicket('uuid', await digestOf(read.uuid))) !== undefined
    return nothing(isOld ? 'PASSED_ON' : 'UNKNOWN')
  }
  const content = await openTicket(read.code, ticket.sealed)
  const inside = await store.insideSince(ticket.id)
  const letInAt = inside === null ? null : instant(inside)
  const { event, categories } = info
  const { outcome } = judgeListed(content, {
    now: instant(shown.at),
    letInAt,
    event,
    categoryIds: categories.filter(({ isLetInHere }) => isLetInHere).map(({ id }) => id),
    isPaid: shown.isPaid,
  })
  const times = { opensAt: seconds(content['validCheckInFrom']), closesAt: seconds(content['validCheckInTo']) }
  const answer: DoorAnswer = {
    ...bareAnswer(shown.id, outcome),
    name: content['fullName'] ?? null,
    category: content['category'] ?? null,
    ...(outcome === 'ALREADY_IN' && {
      since: letInAt ?? (content['since'] === undefined ? null : Number(content['since'])),
      by: letInAt === null ? (content['by'] ?? null) : info.name,
    }),
    ...(outcome === 'UNPAID' && { due: content['due'] ?? null }),
    ...(outcome === 'WRONG_DAY' && times),
    notes: outcome === 'LET_IN' ? notesIn(content['notes']) : [],
    label: outcome === 'LET_IN' && info.labels ? { code: read.uuid, company: companyIn(content) } : null,
  }
  return { answer, ticketId: ticket.id }
}

/** The decoding edge, too: the answers that the list has. */
function companyIn(content: ListedContent): string | null {
  const answers: unknown = JSON.parse(content['additionalInfoJson'] ?? '{}')
  if (typeof answers !== 'object' || answers === null || !(COMPANY_FIELD in answers)) return null
  const company = answers[COMPANY_FIELD]
  return typeof company === 'string' && company !== '' ? company : null
}

const seconds = (text: string | undefined): number | null => (text === undefined ? null : Number(text) * 1000)

/** The decoding edge: written by the shop, and opened by the code of the ticket. */
function notesIn(text: string | undefined): string[] {
  const notes: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(notes) ? notes.map(String) : []
}
