import type * as wire from '#contract/poll.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Poll, PollWithOptions } from '#domain/ticket/poll/poll.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { type Rendering, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'

/** All that `presentPoll` renders of these polls. */
export function descriptionsOf(
  polls: readonly Pick<Poll, 'description'>[],
  { organization }: Pick<Event, 'organization'>,
  texts: Texts,
): Rendering[] {
  const owner = ownerOf(organization)
  return polls.flatMap(({ description }) =>
    Object.entries(description).map(([language, markdown]) => ({
      to: 'html' as const,
      markdown,
      say: sayIn(texts, language),
      owner,
    })),
  )
}

/** A poll as it is sent; `descriptionsOf` says what to render before. */
export function presentPoll(poll: Poll, { organization }: Pick<Event, 'organization'>, texts: Texts): wire.Poll {
  const html = Object.entries(poll.description).map(([language, markdown]) => [
    language,
    renderedHtml(markdown, sayIn(texts, language)),
  ])
  return {
    id: poll.id,
    status: poll.status,
    title: poll.title,
    description: poll.description,
    descriptionHtml: Object.fromEntries(html),
    allowedTags: [...poll.allowedTags],
    order: poll.ordinal,
    eventId: poll.eventId,
    organizationId: organization.id,
  }
}

export function presentPollWithOptions(
  { poll, options }: PollWithOptions,
  event: Event,
  texts: Texts,
): wire.PollWithOptions {
  return {
    poll: presentPoll(poll, event, texts),
    options: options.map(({ id, pollId, title, description }) => ({ id, pollId, title, description })),
  }
}
