import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { PollStatus } from '#domain/ticket/poll/poll.ts'
import { ENGLISH } from '#server/foundation/language/languages.ts'
import { type PollResult, type PollResults, movePoll, pollResults } from '#server/ticket/poll/operate-poll.ts'
import { type OpenShop } from '#server/shop.ts'
import { type Command, Refusal, findEventId, say, table, withShop } from './command.ts'

export const pollsCommand: Command = {
  usage: ['polls <event>', 'polls <event> open <poll>', 'polls <event> close <poll>'],
  summary: 'Shows the polls of an event with their votes, and opens or closes one by its number.',
  run: ([event = '', verb, poll = '', ...others]) => {
    if (event === '' || others.length > 0) throw new Refusal('Say: polls <event>, or polls <event> open|close <poll>.')
    return withShop(async shop => {
      const eventId = await findEventId(shop.db, event)
      if (verb !== undefined) await move(shop, { eventId, verb, poll })
      say(...describePolls(await pollResults(shop, eventId)))
      return 0
    })
  },
}

const STATUS_AFTER = new Map<string, PollStatus>([
  ['open', 'OPEN'],
  ['close', 'CLOSED'],
])

type PollMove = { readonly eventId: number; readonly verb: string; readonly poll: string }

async function move(shop: OpenShop, { eventId, verb, poll }: PollMove): Promise<void> {
  const to = STATUS_AFTER.get(verb)
  if (to === undefined) throw new Refusal('Say: polls <event> open <poll>, or polls <event> close <poll>.')
  const moved = /^\d{1,9}$/.test(poll) ? await movePoll(shop, { eventId, pollId: Number(poll), to }) : 'unknown'
  if (moved === 'unknown') throw new Refusal(`The event has no poll "${poll}".`)
  if (moved === 'illegal') throw new Refusal(`Poll ${poll} cannot become ${to} now: it has not been opened yet.`)
}

/** Each poll with its options below it, and how many of those in the room have voted. */
export function describePolls({ checkedIn, polls }: PollResults): string[] {
  if (polls.length === 0) return ['The event has no polls.']
  return table(polls.flatMap(result => describePoll(result, checkedIn)))
}

function describePoll({ poll, votes, options }: PollResult, checkedIn: number): string[][] {
  const turnout = `${votes} of ${checkedIn} checked in`
  return [
    [String(poll.id), poll.status, inLanguage(poll.title, ENGLISH), turnout],
    ...options.map(({ option, votes: own }) => ['', '', `  ${inLanguage(option.title, ENGLISH)}`, String(own)]),
  ]
}
