import { Navigate, useLocation } from 'react-router'
import { type LazyPage, lazyPage } from '#client/frame/routing/lazy-page.tsx'
import type { PageRoute } from '#client/frame/routing/route.ts'

const frame = lazyPage(() => import('./frame/reservation-frame.tsx'))
const bookPage = lazyPage(() => import('./book/page.tsx'))
const overviewPage = lazyPage(() => import('./overview/page.tsx'))
const successPage = lazyPage(() => import('./success/page.tsx'))
const waitingPaymentPage = lazyPage(() => import('./waiting-payment/page.tsx'))
const deferredPaymentPage = lazyPage(() => import('./deferred-payment/page.tsx'))
const processingPaymentPage = lazyPage(() => import('./processing-payment/page.tsx'))
const notFoundPage = lazyPage(() => import('./not-found/page.tsx'))
const errorPage = lazyPage(() => import('./error/page.tsx'))

/** An older spelling of the address, still in mails and bookmarks. */
const waitingPaymentByOldName: LazyPage = { load: async () => {}, Component: ToWaitingPayment }

const BASE = '/event/:shortName/reservation/:reservationId'

/** The steps of a purchase, each in a bundle of its own. The frame asks for the status before every one of them. */
export const reservationRoutes: readonly PageRoute[] = [
  { path: `${BASE}/book`, page: bookPage, frame, next: [overviewPage] },
  { path: `${BASE}/overview`, page: overviewPage, frame, next: [successPage, waitingPaymentPage] },
  { path: `${BASE}/success`, page: successPage, frame },
  { path: `${BASE}/waiting-payment`, page: waitingPaymentPage, frame },
  { path: `${BASE}/deferred-payment`, page: deferredPaymentPage, frame },
  { path: `${BASE}/processing-payment`, page: processingPaymentPage, frame, next: [successPage] },
  { path: `${BASE}/not-found`, page: notFoundPage, frame },
  { path: `${BASE}/error`, page: errorPage, frame },
  { path: `${BASE}/waitingPayment`, page: waitingPaymentByOldName },
  { path: BASE, page: bookPage, frame },
]

/** What a visitor needs first after reserving; fetched while the tickets are chosen. */
export const firstReservationPages: readonly LazyPage[] = [frame, bookPage]

function ToWaitingPayment() {
  const { pathname, search } = useLocation()
  return <Navigate replace to={{ pathname: pathname.replace(/waitingPayment\/?$/, 'waiting-payment'), search }} />
}
