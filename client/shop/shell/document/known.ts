import type { BasicEventInfo, Event, ItemsByCategory } from '#contract/event.ts'
import type { EventChoices } from '#contract/own.ts'
import { eventPagePath, passPagePath, pathTo } from '#contract/paths.ts'
import type { BasicSubscriptionInfo, Subscription } from '#contract/subscription.ts'
import type { Preloaded } from '#client/frame/calls/queries.ts'
import { leadsToOnlyEvent } from '../../catalog/event-choice.ts'
import type { EventSearch, OfferSearch, PageNeed } from '#contract/page-need.ts'

/** What a page is about, as far as the server has read it. */
export type Known =
  | {
      readonly kind: 'events'
      readonly events: readonly BasicEventInfo[]
      readonly search: EventSearch
      readonly choices: EventChoices | undefined
      /** Those that are shown beside the events. */
      readonly passes: readonly BasicSubscriptionInfo[]
    }
  | {
      readonly kind: 'passes'
      readonly passes: readonly BasicSubscriptionInfo[]
      readonly search: OfferSearch
      readonly choices: EventChoices | undefined
    }
  | { readonly kind: 'pass'; readonly pass: Subscription }
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
  const pass = valueFor('pass') as Subscription | null | undefined
  const passes = valueFor('passes') as BasicSubscriptionInfo[] | null | undefined
  if (event) return { kind: 'event', event, items: items ?? undefined }
  if (pass) return { kind: 'pass', pass }
  const list = needs.find(need => need.kind === 'events')
  if (events && list)
    return { kind: 'events', events, search: list.search, choices: choices ?? undefined, passes: passes ?? [] }
  const passList = needs.find(need => need.kind === 'passes')
  if (!passes || !passList) return { kind: 'nothing' }
  return { kind: 'passes', passes, search: passList.search, choices: choices ?? undefined }
}

/**
 * The path to which a list of exactly one event or pass leads; undefined where it stays a list, as the answer to a search does, and an
 * event beside passes.
 */
export function onlyPathOf(known: Known): string | undefined {
  if (known.kind === 'passes') {
    const [only, ...others] = known.passes
    return only && others.length === 0 ? pathTo(passPagePath, { id: only.id }) : undefined
  }
  if (known.kind !== 'events' || known.passes.length > 0 || !leadsToOnlyEvent(known.search)) return undefined
  const [only, ...others] = known.events
  return only && others.length === 0 ? pathTo(eventPagePath, { shortName: only.shortName }) : undefined
}
