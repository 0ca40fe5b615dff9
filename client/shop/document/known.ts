import type { BasicEventInfo, Event, ItemsByCategory } from '#contract/event.ts'
import type { EventChoices } from '#contract/own.ts'
import type { EventSearch } from '#contract/page-need.ts'
import type { Preloaded } from '#client/frame/calls/query-client.ts'
import { leadsToOnlyEvent } from '../pages/catalog/event-choice.ts'
import type { PageNeed } from '#contract/page-need.ts'

/** What a page is about, as far as the server has read it. */
export type Known =
  | {
      readonly kind: 'events'
      readonly events: readonly BasicEventInfo[]
      readonly search: EventSearch
      readonly choices: EventChoices | undefined
    }
  | { readonly kind: 'event'; readonly event: Event; readonly items: ItemsByCategory | undefined }
  | { readonly kind: 'nothing' }

/** Finds the answers to a page's needs among the preloaded data; null and absent are the same. */
export function knownFrom(needs: readonly PageNeed[], data: readonly Preloaded[]): Known {
  const valueFor = (kind: PageNeed['kind']): unknown => {
    const need = needs.find(each => each.kind === kind)
    if (!need) return undefined
    const key = JSON.stringify(need.key)
    return data.find(each => JSON.stringify(each.key) === key)?.value
  }
  // The decoding edge: the server filled these by the contract's types.
  const events = valueFor('events') as BasicEventInfo[] | null | undefined
  const event = valueFor('event') as Event | null | undefined
  const choices = valueFor('event-choices') as EventChoices | null | undefined
  const items = valueFor('ticket-categories') as ItemsByCategory | null | undefined
  if (event) return { kind: 'event', event, items: items ?? undefined }
  const list = needs.find(need => need.kind === 'events')
  if (!events || !list) return { kind: 'nothing' }
  return { kind: 'events', events, search: list.search, choices: choices ?? undefined }
}

/** Where a list of exactly one event leads; undefined where it stays a list, as the answer to a search does. */
export function onlyEventOf(known: Known): string | undefined {
  if (known.kind !== 'events' || known.events.length !== 1 || !leadsToOnlyEvent(known.search)) return undefined
  return known.events[0]?.shortName
}
