import type { Shop } from '#server/context.ts'
import type { Need } from '#server/http/pages.ts'
import type { EventAnswers } from './event-answers.ts'
import { listAnswer } from './list-answer.ts'

/** What a page is rendered from, as the API answers it; undefined for an event that does not exist. */
export async function readNeed(need: Need, { shop, answers }: { shop: Shop; answers: EventAnswers }): Promise<string | undefined> {
  switch (need.kind) {
    case 'event':
      return answers.event(need.shortName)
    case 'ticket-categories':
      return answers.categories(need.shortName)
    case 'events': {
      const { organizer, organizerSlug, tags } = need.search
      return JSON.stringify(
        await listAnswer(shop, {
          ...(organizer !== undefined && { organizer: Number(organizer) }),
          ...(organizerSlug !== undefined && { organizerSlug }),
          ...(tags !== undefined && { tags }),
        }),
      )
    }
    default:
      return need satisfies never
  }
}
