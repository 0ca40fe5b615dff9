import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type PollStatus, canMovePoll } from '#domain/ticket/poll/poll.ts'
import type { PollDraft } from './event-draft.ts'
import { newFindings } from './event-problem.ts'
import type { LocalizedBody, PollRequest } from './event-request.ts'
import { type Place, type Reading, isComplete, readNamed, readNumber, readTexts, readTitle } from './reading.ts'

const MAX_ORDER = 10_000

/**
 * The polls of the event: the stated ones, or the stored. Their title in the first language of the event identifies
 * polls, and options likewise.
 */
export function readPolls(reading: Reading, firstLanguage: string | undefined): readonly PollDraft[] | undefined {
  const { request, stored, findings } = reading
  if (!request.polls) return stored?.polls ?? []
  if (firstLanguage === undefined) return undefined
  const list = {
    field: 'polls',
    identify: ({ title }: PollRequest, field: string) =>
      readTitle(reading, title, { field: `${field}.title`, firstLanguage, missing: 'poll-title-missing' }),
    refuseRepeated: (name: string, field: string) => findings.refuse('poll-title-repeated', `${field}.title`, name),
  }
  return readNamed(request.polls, list, (poll, place): PollDraft | undefined => {
    const kept = stored?.polls.find(({ title }) => inLanguage(title, firstLanguage) === place.name) ?? null
    return readPoll({ ...reading, ...place, request: poll, poll: kept, firstLanguage })
  })
}

/** One poll of the request; `poll` is what is stored of it. */
type PollReading = Omit<Reading, 'request'> &
  Place<Pick<PollDraft, 'title'>> & {
    readonly request: PollRequest
    readonly poll: PollDraft | null
    readonly firstLanguage: string
  }

function readPoll(at: PollReading): PollDraft | undefined {
  const { request, poll, field, title, findings } = at
  const order = { kept: poll?.ordinal ?? at.index, min: 0, max: MAX_ORDER, code: 'poll-order-unreadable' } as const
  const parts = {
    description: readTexts(at, request.description, `${field}.description`, poll?.description),
    options: request.options
      ? readOptions(at, request.options)
      : (poll?.options ?? findings.refuse('poll-options-missing', `${field}.options`)),
    allowedTags: readAllowedTags(at),
    // In the order of the list, unless stated.
    ordinal: readNumber(at, request.order, { ...order, field: `${field}.order` }),
  }
  return isComplete(parts) ? { id: poll?.id ?? null, title, ...parts, status: request.status ?? null } : undefined
}

function readOptions(
  at: PollReading,
  requests: readonly (readonly LocalizedBody[])[],
): PollDraft['options'] | undefined {
  const { poll, findings, firstLanguage } = at
  const list = {
    field: `${at.field}.options`,
    identify: (bodies: readonly LocalizedBody[], field: string) =>
      readTitle(at, bodies, { field, firstLanguage, missing: 'poll-option-blank' }),
    refuseRepeated: (name: string, field: string) => findings.refuse('poll-option-repeated', field, name),
  }
  if (requests.length < 2) return findings.refuse('poll-options-missing', list.field)
  return readNamed(requests, list, (_, { name, title }) => {
    const kept = poll?.options.find(one => inLanguage(one.title, firstLanguage) === name)
    return { id: kept?.id ?? null, title }
  })
}

function readAllowedTags({ request, poll, field, findings }: PollReading): readonly string[] | undefined {
  if (!request.allowedTags) return poll?.allowedTags ?? []
  const tags = request.allowedTags.map(tag => tag.trim())
  if (tags.includes('')) return findings.refuse('tag-blank', `${field}.allowedTags`)
  return [...new Set(tags)]
}

/** A stored poll and the votes for each of its options. */
export type StoredPoll = {
  readonly id: number
  readonly status: PollStatus
  readonly options: readonly { readonly id: number; readonly votes: number }[]
}

/** A poll to store as `status`, and the options it no longer has. */
export type PollChange = {
  readonly poll: PollDraft
  readonly status: PollStatus
  readonly removedOptions: readonly number[]
}

export type PollPlan = {
  readonly changes: readonly PollChange[]
  /** Their votes stay. */
  readonly closed: readonly number[]
  readonly deleted: readonly number[]
}

/**
 * Decides how the polls of an event change: a status moves by the table of moves, an option that has votes stays, and a
 * poll that is missing is deleted, or closed when it has votes.
 */
export function planPolls(
  stored: readonly StoredPoll[],
  polls: readonly PollDraft[],
  firstLanguage: string,
): Outcome<PollPlan> {
  const { problems, refuse } = newFindings()
  const changes = polls.map(poll => {
    const before = stored.find(({ id }) => id === poll.id)
    const from = before?.status ?? 'DRAFT'
    const status = poll.status ?? from
    const name = inLanguage(poll.title, firstLanguage)
    if (!canMovePoll(from, status)) refuse('poll-status-fixed', 'polls', name, from, status)
    const removed = (before?.options ?? []).filter(({ id }) => !poll.options.some(option => option.id === id))
    if (removed.some(({ votes }) => votes > 0)) refuse('poll-option-voted', 'polls', name)
    return { poll, status, removedOptions: removed.map(({ id }) => id) }
  })
  const missing = stored.filter(({ id }) => !polls.some(poll => poll.id === id))
  const hasVotes = ({ options }: StoredPoll) => options.some(({ votes }) => votes > 0)
  return acceptedUnless(problems, {
    changes,
    closed: missing.filter(poll => hasVotes(poll) && poll.status === 'OPEN').map(({ id }) => id),
    deleted: missing.filter(poll => !hasVotes(poll)).map(({ id }) => id),
  })
}
