import { eventChoicesQuery, eventQuery, eventsQuery, ticketCategoriesQuery } from './calls/event-queries.ts'
import { lazyPage } from '#client/frame/routing/lazy-page.tsx'
import { eventSearchOf } from './pages/catalog/event-search.ts'
import { firstReservationPages, reservationRoutes } from './pages/reservation/routes.tsx'
import { ticketRoutes } from './pages/ticket/routes.tsx'
import type { PageNeed } from '#contract/page-need.ts'
import type { PageRoute, Routing } from '#client/frame/routing/route.ts'

const homePage = lazyPage(() => import('./pages/catalog/home/page.tsx'))
const eventsPage = lazyPage(() => import('./pages/catalog/events/page.tsx'))
const eventPage = lazyPage(() => import('./pages/catalog/event/page.tsx'))
const galleryPage = lazyPage(() => import('./pages/development/gallery/page.tsx'))
const notFoundPage = lazyPage(() => import('./pages/not-found/page.tsx'))

type Needs = NonNullable<PageRoute['needs']>

const listNeeds: Needs = ({ organizerSlug }, query) => {
  const search = eventSearchOf(query, organizerSlug)
  return [{ kind: 'events', search, key: eventsQuery(search).queryKey }]
}

/** A list that can be narrowed, or is of one organiser: with what it can be narrowed to, and the organiser's name. */
const agendaNeeds: Needs = (params, query) => {
  const { organizerSlug } = params
  const key = eventChoicesQuery(organizerSlug).queryKey
  return [
    ...listNeeds(params, query),
    { kind: 'event-choices', key, ...(organizerSlug === undefined ? {} : { organizerSlug }) },
  ]
}

const eventNeeds: Needs = ({ shortName = '' }): readonly PageNeed[] => [
  { kind: 'event', shortName, key: eventQuery(shortName).queryKey },
  { kind: 'ticket-categories', shortName, key: ticketCategoriesQuery(shortName).queryKey },
]

/** All addresses of the shop. */
const routes: readonly PageRoute[] = [
  { path: '/', page: homePage, needs: listNeeds, next: [eventPage] },
  { path: '/o/:organizerSlug', page: homePage, needs: agendaNeeds, next: [eventPage] },
  { path: '/events-all', page: eventsPage, needs: agendaNeeds, next: [eventPage] },
  { path: '/o/:organizerSlug/events-all', page: eventsPage, needs: agendaNeeds, next: [eventPage] },
  { path: '/event/:shortName', page: eventPage, needs: eventNeeds, next: firstReservationPages },
  ...reservationRoutes,
  ...ticketRoutes,
  { path: '/dev/gallery', page: galleryPage, developmentOnly: true },
]

export const routing: Routing = { routes, notFound: { path: '*', page: notFoundPage } }
