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
import { type PageRoute, type Routing, lazyPage } from '#client/frame/routing/route.tsx'
import { eventSearchOf, offerSearchOf, showsPasses } from './catalog/event-choice.ts'
import { firstReservationPages, reservationRoutes } from './checkout/routes.tsx'
import { ticketRoutes } from './ticket/routes.tsx'
import {
  codeLinkPath,
  findOrdersPagePath,
  myOrdersPagePath,
  myProfilePagePath,
  pollPagePath,
  pollsPagePath,
} from '#contract/paths.ts'
import type { PageNeed } from '#contract/page-need.ts'

const homePage = lazyPage(() => import('./catalog/home/page.tsx'))
const eventsPage = lazyPage(() => import('./catalog/events/page.tsx'))
const eventPage = lazyPage(() => import('./catalog/event/page.tsx'))
const codeLinkPage = lazyPage(() => import('./catalog/code-link/page.tsx'))
const passesPage = lazyPage(() => import('./catalog/passes/page.tsx'))
const passPage = lazyPage(() => import('./catalog/pass/page.tsx'))
const pollPage = lazyPage(() => import('./ticket/poll/page.tsx'))
const myOrdersPage = lazyPage(() => import('./buyer/account/orders/page.tsx'))
const myProfilePage = lazyPage(() => import('./buyer/account/profile/page.tsx'))
const findOrdersPage = lazyPage(() => import('./buyer/find-orders/page.tsx'))
const galleryPage = lazyPage(() => import('./development/gallery/page.tsx'))
const notFoundPage = lazyPage(() => import('./shell/not-found/page.tsx'))

type Needs = NonNullable<PageRoute['needs']>

const eventListNeeds: Needs = ({ organizerSlug }, query) => {
  const search = eventSearchOf(query, organizerSlug)
  return [{ kind: 'events', search, key: eventsQuery(search).queryKey }]
}

const ofOrganizer = (organizerSlug: string | undefined) => (organizerSlug === undefined ? {} : { organizerSlug })

const choicesNeed = (organizerSlug: string | undefined): PageNeed => ({
  kind: 'event-choices',
  key: eventChoicesQuery(organizerSlug).queryKey,
  ...ofOrganizer(organizerSlug),
})

/** A list that can be narrowed, or is of one organiser: with what it can be narrowed to, and the organiser's name. */
const agendaNeeds: Needs = (params, query) => [...eventListNeeds(params, query), choicesNeed(params['organizerSlug'])]

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
    ...eventListNeeds(params, query),
    ...(showsPasses(eventSearchOf(query, organizerSlug)) ? [passesNeed(query, organizerSlug)] : []),
    ...(organizerSlug === undefined ? [] : [choicesNeed(organizerSlug)]),
  ]
}

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

/** All addresses of the shop. */
const routes: readonly PageRoute[] = [
  { path: '/', page: homePage, needs: homeNeeds, next: [eventPage] },
  { path: '/o/:organizerSlug', page: homePage, needs: homeNeeds, next: [eventPage] },
  { path: '/events-all', page: eventsPage, needs: agendaNeeds, next: [eventPage] },
  { path: '/o/:organizerSlug/events-all', page: eventsPage, needs: agendaNeeds, next: [eventPage] },
  { path: '/event/:shortName', page: eventPage, needs: eventNeeds, next: firstReservationPages },
  { path: codeLinkPath, page: codeLinkPage, needs: codeLinkNeeds, next: firstReservationPages },
  { path: '/subscriptions-all', page: passesPage, needs: passListNeeds, next: [passPage] },
  { path: '/o/:organizerSlug/subscriptions-all', page: passesPage, needs: passListNeeds, next: [passPage] },
  { path: '/subscription/:id', page: passPage, needs: passNeeds, next: firstReservationPages },
  ...reservationRoutes,
  ...ticketRoutes,
  { path: pollsPagePath, page: pollPage },
  { path: pollPagePath, page: pollPage },
  { path: findOrdersPagePath, page: findOrdersPage },
  { path: myOrdersPagePath, page: myOrdersPage, signedInOnly: true },
  { path: myProfilePagePath, page: myProfilePage, signedInOnly: true },
  { path: '/dev/gallery', page: galleryPage, developmentOnly: true },
]

export const routing: Routing = { routes, notFound: { path: '*', page: notFoundPage } }
