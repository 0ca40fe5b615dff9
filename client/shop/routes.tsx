import { type PageRoute, type Routing, lazyPage } from '#client/frame/routing/route.tsx'
import { firstReservationPages, reservationRoutes } from './checkout/routes.tsx'
import { ticketRoutes } from './ticket/routes.tsx'
import {
  codeLinkPath,
  findOrdersPagePath,
  legalTextPagePath,
  myOrdersPagePath,
  myProfilePagePath,
  pollPagePath,
  pollsPagePath,
  organizerMonthsPath,
} from '#contract/paths.ts'

const homePage = lazyPage(() => import('./catalog/home/page.tsx'))
const calendarPage = lazyPage(() => import('./catalog/calendar/page.tsx'))
const organizerPage = lazyPage(() => import('./catalog/organizer/page.tsx'))
const eventsPage = lazyPage(() => import('./catalog/events/page.tsx'))
const eventPage = lazyPage(() => import('./catalog/event/page.tsx'))
const codeLinkPage = lazyPage(() => import('./catalog/code-link/page.tsx'))
const passesPage = lazyPage(() => import('./catalog/passes/page.tsx'))
const passPage = lazyPage(() => import('./catalog/pass/page.tsx'))
const legalTextPage = lazyPage(() => import('./catalog/legal-text/page.tsx'))
const pollPage = lazyPage(() => import('./ticket/poll/page.tsx'))
const myOrdersPage = lazyPage(() => import('./buyer/account/orders/page.tsx'))
const myProfilePage = lazyPage(() => import('./buyer/account/profile/page.tsx'))
const findOrdersPage = lazyPage(() => import('./buyer/find-orders/page.tsx'))
const galleryPage = lazyPage(() => import('./development/gallery/page.tsx'))
const notFoundPage = lazyPage(() => import('./shell/not-found/page.tsx'))

/** All addresses of the shop. */
const routes: readonly PageRoute[] = [
  { path: '/', page: homePage, next: [eventPage] },
  { path: '/o/:organizerSlug', page: organizerPage, next: [eventPage] },
  { path: organizerMonthsPath, page: calendarPage, next: [eventPage] },
  { path: '/events-all', page: eventsPage, next: [eventPage] },
  { path: '/o/:organizerSlug/events-all', page: eventsPage, next: [eventPage] },
  { path: '/event/:shortName', page: eventPage, next: firstReservationPages },
  { path: codeLinkPath, page: codeLinkPage, next: firstReservationPages },
  { path: '/subscriptions-all', page: passesPage, next: [passPage] },
  { path: '/o/:organizerSlug/subscriptions-all', page: passesPage, next: [passPage] },
  { path: '/subscription/:id', page: passPage, next: firstReservationPages },
  { path: legalTextPagePath, page: legalTextPage },
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
