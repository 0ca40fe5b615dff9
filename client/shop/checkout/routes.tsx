import { Navigate, useLocation } from '#client/routing/router.tsx'
import { type LazyPage, type PageRoute, lazyPage } from '#client/frame/routing/route.tsx'
import { withdrawalPagePath } from '#contract/paths.ts'

const frame = lazyPage(() => import('./frame/reservation-frame.tsx'))
const bookPage = lazyPage(() => import('./book/page.tsx'))
const overviewPage = lazyPage(() => import('./overview/page.tsx'))
const successPage = lazyPage(() => import('./success/page.tsx'))
const waitingPaymentPage = lazyPage(() => import('./waiting-payment/page.tsx'))
const deferredPaymentPage = lazyPage(() => import('./deferred-payment/page.tsx'))
const processingPaymentPage = lazyPage(() => import('./processing-payment/page.tsx'))
const withdrawalPage = lazyPage(() => import('./pass/withdrawal/page.tsx'))
const notFoundPage = lazyPage(() => import('./not-found/page.tsx'))
const endedPage = lazyPage(() => import('./ended/page.tsx'))
const errorPage = lazyPage(() => import('./error/page.tsx'))

/** An older spelling of the address, still in mails and bookmarks. */
const waitingPaymentByOldName: LazyPage = { load: async () => {}, Component: ToWaitingPayment }

/** The steps of a purchase, each in a bundle of its own. The frame asks for the status before every one of them. */
const routesBelow = (base: string): readonly PageRoute[] => [
  { path: `${base}/book`, page: bookPage, frame, next: [overviewPage] },
  { path: `${base}/overview`, page: overviewPage, frame, next: [successPage, waitingPaymentPage] },
  { path: `${base}/success`, page: successPage, frame },
  { path: `${base}/waiting-payment`, page: waitingPaymentPage, frame },
  { path: `${base}/deferred-payment`, page: deferredPaymentPage, frame },
  { path: `${base}/processing-payment`, page: processingPaymentPage, frame, next: [successPage] },
  { path: `${base}/not-found`, page: notFoundPage, frame },
  { path: `${base}/error`, page: errorPage, frame },
  { path: `${base}/ended`, page: endedPage, frame },
  { path: `${base}/waitingPayment`, page: waitingPaymentByOldName },
  { path: base, page: bookPage, frame },
]

/** An order of an event and one of a pass have the same pages; the frame distinguishes them by the address. */
export const reservationRoutes: readonly PageRoute[] = [
  ...['/event/:shortName/reservation/:reservationId', '/subscription/:id/reservation/:reservationId'].flatMap(
    routesBelow,
  ),
  { path: withdrawalPagePath, page: withdrawalPage },
]

/** What a visitor needs first after reserving; fetched while the tickets are chosen. */
export const firstReservationPages: readonly LazyPage[] = [frame, bookPage]

function ToWaitingPayment() {
  const { pathname, search } = useLocation()
  return <Navigate replace to={{ pathname: pathname.replace(/waitingPayment\/?$/, 'waiting-payment'), search }} />
}
