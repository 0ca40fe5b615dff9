import type * as wire from '#contract/poll.ts'
import type { Event } from '#domain/catalog/event.ts'
import type { Poll, PollWithOptions } from '#domain/poll/poll.ts'

export function presentPoll(poll: Poll, { organization }: Pick<Event, 'organization'>): wire.Poll {
  return {
    id: poll.id,
    status: poll.status,
    title: poll.title,
    description: poll.description,
    allowedTags: [...poll.allowedTags],
    order: poll.ordinal,
    eventId: poll.eventId,
    organizationId: organization.id,
  }
}

export function presentPollWithOptions({ poll, options }: PollWithOptions, event: Event): wire.PollWithOptions {
  return {
    poll: presentPoll(poll, event),
    options: options.map(({ id, pollId, title, description }) => ({ id, pollId, title, description })),
  }
}
