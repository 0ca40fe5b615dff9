import { MAX_INTEGER } from '#contract/limits.ts'
import type { OfferSearch, PageNeed } from '#contract/page-need.ts'
import type { EventAnswers } from './event-answers.ts'
import type { OfferQuery } from './event-list.ts'
import type { PassAnswers } from './pass-answers.ts'

/** What a page is rendered from, as the API answers it; undefined for an event or pass that does not exist. */
export async function readNeed(
  need: Exclude<PageNeed, { readonly kind: 'code-offer' }>,
  { answers, passes }: { answers: EventAnswers; passes: PassAnswers },
): Promise<string | undefined> {
  switch (need.kind) {
    case 'event':
      return answers.event(need.shortName)
    case 'ticket-categories':
      return answers.categories(need.shortName)
    case 'events': {
      const { search, part } = need
      return (await answers.listed({ ...search, organizer: undefined, ...offerQueryOf(search), ...part })).json
    }
    case 'organizer':
      return answers.organizer(need.organizerSlug)
    case 'legal-text':
      return answers.legalText(need.id)
    case 'event-choices':
      return (await answers.choices(need)).json
    case 'accepted-passes':
      return (await passes.accepted(need.shortName))?.json
    case 'passes':
      return (await passes.list(offerQueryOf(need.search))).json
    case 'pass':
      return passes.pass(need.id)
    case 'events-of-pass':
      return (await passes.events(need.id))?.json
    default:
      return need satisfies never
  }
}

const offerQueryOf = ({ organizer, organizerSlug, tags }: OfferSearch): OfferQuery => ({
  ...(organizer !== undefined && { organizer: organizerId(organizer) }),
  ...(organizerSlug !== undefined && { organizerSlug }),
  ...(tags !== undefined && { tags }),
})

/** Ids begin at 1: what can't be one finds no events, as the id of an organisation without any does. */
function organizerId(text: string): number {
  const id = Number(text)
  return Number.isInteger(id) && id > 0 && id <= MAX_INTEGER ? id : 0
}
