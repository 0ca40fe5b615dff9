import type { ListPart, PageNeed } from '#contract/page-need.ts'
import type { PathParams } from '#client/routing/match-path.ts'
import { codeLinkPath, legalTextPagePath } from '#contract/paths.ts'
import { HOME_PART, eventSearchOf, offerSearchOf, pageOf, partOf, showsPasses } from './catalog/event-choice.ts'
import {
  acceptedPassesQuery,
  codeOfferQuery,
  eventChoicesQuery,
  eventQuery,
  eventsOfPassQuery,
  eventsQuery,
  passQuery,
  passesQuery,
  ticketCategoriesQuery,
} from './shell/calls/offer-queries.ts'
import { legalTextQuery } from './shell/calls/legal-text-query.ts'
import { organizerQuery } from './shell/calls/organizer-query.ts'

/** What the server reads before it renders an address. */
export type Needs = (params: PathParams, query: URLSearchParams) => readonly PageNeed[]

function eventsNeed(query: URLSearchParams, organizerSlug: string | undefined, part: ListPart): PageNeed {
  const search = eventSearchOf(query, organizerSlug)
  return { kind: 'events', search, part, key: eventsQuery(search, part).queryKey }
}

const ofOrganizer = (organizerSlug: string | undefined) => (organizerSlug === undefined ? {} : { organizerSlug })

const choicesNeed = (organizerSlug: string | undefined): PageNeed => ({
  kind: 'event-choices',
  key: eventChoicesQuery(organizerSlug).queryKey,
  ...ofOrganizer(organizerSlug),
})

/** A list that can be narrowed, or is of one organiser: with what it can be narrowed to, and the organiser's name. */
const agendaNeeds: Needs = ({ organizerSlug }, query) => [
  eventsNeed(query, organizerSlug, partOf(pageOf(query))),
  choicesNeed(organizerSlug),
]

function passesNeed(query: URLSearchParams, organizerSlug: string | undefined): PageNeed {
  const search = offerSearchOf(query, organizerSlug)
  return { kind: 'passes', search, key: passesQuery(search).queryKey }
}

const passListNeeds: Needs = ({ organizerSlug }, query) => [
  passesNeed(query, organizerSlug),
  ...(organizerSlug === undefined ? [] : [choicesNeed(organizerSlug)]),
]

/** Events, the passes beside them, and the organiser's name where it is one's home page. */
const homeNeeds: Needs = (params, query) => {
  const { organizerSlug } = params
  return [
    eventsNeed(query, organizerSlug, HOME_PART),
    ...(showsPasses(eventSearchOf(query, organizerSlug)) ? [passesNeed(query, organizerSlug)] : []),
    ...(organizerSlug === undefined ? [] : [organizerNeed(organizerSlug)]),
  ]
}

const organizerNeed = (organizerSlug: string): PageNeed => ({
  kind: 'organizer',
  organizerSlug,
  key: organizerQuery(organizerSlug).queryKey,
})

const eventNeeds: Needs = ({ shortName = '' }): readonly PageNeed[] => [
  { kind: 'event', shortName, key: eventQuery(shortName).queryKey },
  { kind: 'ticket-categories', shortName, key: ticketCategoriesQuery(shortName).queryKey },
  { kind: 'accepted-passes', shortName, key: acceptedPassesQuery(shortName).queryKey },
]

const codeLinkNeeds: Needs = ({ shortName = '', code = '' }): readonly PageNeed[] => [
  { kind: 'event', shortName, key: eventQuery(shortName).queryKey },
  { kind: 'code-offer', shortName, code, key: codeOfferQuery(shortName, code).queryKey },
]

const passNeeds: Needs = ({ id = '' }): readonly PageNeed[] => [
  { kind: 'pass', id, key: passQuery(id).queryKey },
  { kind: 'events-of-pass', id, key: eventsOfPassQuery(id).queryKey },
]

const legalTextNeeds: Needs = ({ id = '' }): readonly PageNeed[] => [
  { kind: 'legal-text', id, key: legalTextQuery(id).queryKey },
]

/**
 * By the path of a route (routes.tsx), for the pages that the server renders with their content; all others are rendered
 * as a shape. No browser loads this.
 */
export const NEEDS: ReadonlyMap<string, Needs> = new Map([
  ['/', homeNeeds],
  ['/o/:organizerSlug', homeNeeds],
  ['/events-all', agendaNeeds],
  ['/o/:organizerSlug/events-all', agendaNeeds],
  ['/event/:shortName', eventNeeds],
  [codeLinkPath, codeLinkNeeds],
  ['/subscriptions-all', passListNeeds],
  ['/o/:organizerSlug/subscriptions-all', passListNeeds],
  ['/subscription/:id', passNeeds],
  [legalTextPagePath, legalTextNeeds],
])
