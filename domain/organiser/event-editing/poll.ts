import { inLanguage } from '#domain/foundation/language/texts.ts'
import { POLL_STATUSES, type PollStatus } from '#domain/ticket/poll/transitions.ts'
import type { LocalizedBody, PollRequest } from './event-request.ts'
import type { PollDraft, PollOptionDraft } from './poll/poll-draft.ts'
import { type Reading, isWholeNumber, readTexts, trimmed } from './reading.ts'

const MAX_ORDER = 10_000

const isStatus = (text: string): text is PollStatus => POLL_STATUSES.some(status => status === text)

/**
 * The polls of the event: the stated ones, or the stored. Their title in the first language of the event identifies
 * polls, and options likewise.
 */
export function readPolls(reading: Reading, firstLanguage: string | undefined): readonly PollDraft[] | undefined {
  const { request, stored, findings } = reading
  if (!request.polls) return stored?.polls ?? []
  if (firstLanguage === undefined) return undefined
  const names: string[] = []
  const read = request.polls.map((poll, index) => {
    const field = `polls[${index}]`
    const title = readTexts(reading, poll.title ?? [], `${field}.title`)
    if (title === undefined) return undefined
    const name = inLanguage(title, firstLanguage)
    if (name === '') return findings.refuse('poll-title-missing', `${field}.title`)
    if (names.includes(name)) return findings.refuse('poll-title-repeated', `${field}.title`, name)
    names.push(name)
    const known = stored?.polls.find(one => inLanguage(one.title, firstLanguage) === name) ?? null
    const rest = readPoll({ ...reading, request: poll, poll: known, field, firstLanguage }, index)
    return rest && { id: known?.id ?? null, title, ...rest }
  })
  return read.every(poll => poll !== undefined) ? read : undefined
}

/** One poll of the request; `poll` is what is stored of it. */
type PollReading = Omit<Reading, 'request'> & {
  readonly request: PollRequest
  readonly poll: PollDraft | null
  readonly field: string
  readonly firstLanguage: string
}

function readPoll(at: PollReading, index: number): Omit<PollDraft, 'id' | 'title'> | undefined {
  const { request, poll, field } = at
  const description = request.description
    ? readTexts(at, request.description, `${field}.description`)
    : (poll?.description ?? {})
  const options = request.options ? readOptions(at, request.options) : storedOptions(at)
  const allowedTags = readAllowedTags(at)
  const ordinal = readOrder(at, index)
  const status = readStatus(at)
  if (description === undefined || options === undefined || allowedTags === undefined) return undefined
  if (ordinal === undefined || status === undefined) return undefined
  return { description, options, allowedTags, ordinal, status }
}

function storedOptions({ poll, field, findings }: PollReading): readonly PollOptionDraft[] | undefined {
  return poll?.options ?? findings.refuse('poll-options-missing', `${field}.options`)
}

function readOptions(
  at: PollReading,
  requests: readonly (readonly LocalizedBody[])[],
): readonly PollOptionDraft[] | undefined {
  const { poll, field, findings, firstLanguage } = at
  if (requests.length < 2) return findings.refuse('poll-options-missing', `${field}.options`)
  const names: string[] = []
  const read = requests.map((bodies, index) => {
    const place = `${field}.options[${index}]`
    const title = readTexts(at, bodies, place)
    if (title === undefined) return undefined
    const name = inLanguage(title, firstLanguage)
    if (name === '') return findings.refuse('poll-option-blank', place)
    if (names.includes(name)) return findings.refuse('poll-option-repeated', place, name)
    names.push(name)
    const known = poll?.options.find(one => inLanguage(one.title, firstLanguage) === name)
    return { id: known?.id ?? null, title }
  })
  return read.every(option => option !== undefined) ? read : undefined
}

function readAllowedTags({ request, poll, field, findings }: PollReading): readonly string[] | undefined {
  if (!request.allowedTags) return poll?.allowedTags ?? []
  const tags = request.allowedTags.map(tag => tag.trim())
  if (tags.includes('')) return findings.refuse('tag-blank', `${field}.allowedTags`)
  return [...new Set(tags)]
}

/** In the order of the list, unless stated. */
function readOrder({ request, poll, field, findings }: PollReading, index: number): number | undefined {
  const order = request.order ?? poll?.ordinal ?? index
  return isWholeNumber(order, 0, MAX_ORDER) ? order : findings.refuse('poll-order-unreadable', `${field}.order`, order)
}

function readStatus({ request, field, findings }: PollReading): PollStatus | null | undefined {
  const status = trimmed(request.status)
  if (status === null || isStatus(status)) return status
  return findings.refuse('poll-status-unknown', `${field}.status`, status)
}
