import { type PageRoute, lazyPage } from '#client/frame/routing/route.tsx'

const viewPage = lazyPage(() => import('./view/page.tsx'))
const updatePage = lazyPage(() => import('./update/page.tsx'))
const waitingRoomPage = lazyPage(() => import('./waiting-room/page.tsx'))

/** What a ticket holder sees. */
export const ticketRoutes: readonly PageRoute[] = [
  { path: '/event/:shortName/ticket/:ticketId/view', page: viewPage, next: [updatePage] },
  { path: '/event/:shortName/ticket/:ticketId/update', page: updatePage },
  { path: '/event/:shortName/ticket/:ticketId/check-in/:hash/waiting-room', page: waitingRoomPage },
]
