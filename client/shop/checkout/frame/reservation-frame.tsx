import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { type ReactNode, Suspense, lazy, useCallback, useMemo } from 'react'
import { Navigate, Outlet, useLocation, useParams } from '#client/routing/router.tsx'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { eventQuery, passQuery } from '../../shell/calls/offer-queries.ts'
import { OtherTexts, OwnTexts } from '#client/language/own-texts.tsx'
import type { ReservationInfo } from '#contract/reservation.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { has, pageOfStatus } from '#domain/order/reservation/states.ts'
import { NoSuchOrder, OutOfReach } from './no-such-order.tsx'
import { type ReservationView, reservationViewQuery, statusNow } from './reservation-view.ts'
import {
  FrameContext,
  OpenReservationContext,
  type Place,
  type PurchaseContext,
  isEvent,
  reservationAddress,
} from './open-reservation.ts'
import { PASS_WORDS } from './pass-words.ts'

/** Around every page of a reservation: the event or pass with its own words, and the guard that knows which page it is. */
export function Page() {
  const place = usePlace()
  const context = useContextOf(place)
  if (context.data) {
    return (
      <Words of={context.data}>
        <Guarded place={place} context={context.data} />
        <SiteFooter termsUrl={context.data.termsAndConditionsUrl} privacyUrl={context.data.privacyPolicyUrl} />
      </Words>
    )
  }
  if (context.isPending) return <PageShape />
  if (failureOf(context.error).kind === 'missing') return <NoSuchOrder place={place} context={undefined} />
  return <OutOfReach onRetry={() => void context.refetch()} />
}

/** An event has its own; where a pass is ordered nothing is said of tickets. */
function Words({ of: context, children }: { readonly of: PurchaseContext; readonly children: ReactNode }) {
  if (isEvent(context)) return <OwnTexts of={context}>{children}</OwnTexts>
  return <OtherTexts words={PASS_WORDS}>{children}</OtherTexts>
}

/** As the address says it: addresses of events have a `shortName`, those of passes an `id`. */
function usePlace(): Place {
  const { shortName, id = '', reservationId = '' } = useParams()
  return useMemo(
    () =>
      shortName === undefined
        ? { type: 'subscription', publicIdentifier: id, reservationId }
        : { type: 'event', publicIdentifier: shortName, reservationId },
    [shortName, id, reservationId],
  )
}

function useContextOf({ type, publicIdentifier }: Place) {
  const event = useQuery({ ...eventQuery(publicIdentifier), enabled: type === 'event' })
  const pass = useQuery({ ...passQuery(publicIdentifier), enabled: type === 'subscription' })
  return type === 'event' ? event : pass
}

/** Shows the page only while the status of the reservation asks for it (specification, booking 2). */
function Guarded({ place, context }: { place: Place; context: PurchaseContext }) {
  const { pathname, search, key } = useLocation()
  const view = useQuery(reservationViewQuery(place.reservationId, key, { isWayBack: isWayBack(pathname, key) }))
  const end = view.data?.end
  const frame = useMemo(() => ({ place, context, end }), [place, context, end])
  if (view.isPending) return <PageShape />
  if (!view.data) return <OutOfReach onRetry={() => void view.refetch()} />
  const target = end ? 'ended' : pageOfStatus(view.data.state)
  // It has ended, and has an owner: only they may read what became of it.
  if (target === 'not-found' && view.data.isOfOtherOwner) return <OfOtherOwner place={place} />
  if (!pathname.replace(/\/$/, '').endsWith(`/${target}`)) {
    return <Navigate replace to={{ pathname: reservationAddress(place, target), search }} />
  }
  return (
    <FrameContext value={frame}>
      {target === 'not-found' || target === 'error' || target === 'ended' ? (
        <Outlet />
      ) : (
        <Opened place={place} context={context} visit={key} view={view.data} onReload={view.refetch}>
          <Outlet />
        </Opened>
      )}
    </FrameContext>
  )
}

/** The buyer comes to the details within the shop. An address opened anew leads to the page of the status. */
const isWayBack = (pathname: string, key: string): boolean => key !== FIRST_ENTRY && /\/book\/?$/.test(pathname)

/** What the router calls an entry of the history that it has not made. */
const FIRST_ENTRY = 'default'

/** The buyer has released it on this page, which reports it: the page around was informed (lifecycle I). */
const isOpenNoMore = (state: ReservationView['state'], reservation: ReservationView['reservation']): boolean =>
  state !== undefined && has(state, 'isOpen') && reservation !== undefined && has(reservation, 'isCancelled')

const ReleasedOrder = lazy(async () => ({ default: (await import('./unavailable-order.tsx')).ReleasedOrder }))

const OtherOwnersOrder = lazy(async () => ({ default: (await import('./unavailable-order.tsx')).OtherOwnersOrder }))

function OfOtherOwner({ place }: { readonly place: Place }) {
  return (
    <Suspense>
      <OtherOwnersOrder place={place} />
    </Suspense>
  )
}

type OpenedProps = {
  readonly place: Place
  readonly context: PurchaseContext
  readonly visit: string
  readonly view: ReservationView
  readonly onReload: () => Promise<unknown>
  readonly children: ReactNode
}

function Opened({
  place,
  context,
  visit,
  view: { state, reservation, isOfOtherOwner },
  onReload,
  children,
}: OpenedProps) {
  const cache = useQueryCache()
  const reload = useCallback(async () => void (await onReload()), [onReload])
  const refresh = useCallback(async () => {
    const now = await statusNow(place.reservationId)
    // A poll that the network swallowed, or that came in a bad moment, says nothing; the next one will.
    if (now.kind === 'unreachable' || now.kind === 'try-again') return
    if (now.kind !== 'done' || now.value.status !== state?.status) await reload()
  }, [place, state, reload])
  const change = useCallback(
    (changed: Partial<ReservationInfo>) => {
      cache.setQueryData(
        reservationViewQuery(place.reservationId, visit).queryKey,
        (before: ReservationView | undefined) =>
          before?.reservation ? { ...before, reservation: { ...before.reservation, ...changed } } : before,
      )
    },
    [cache, place, visit],
  )
  const open = useMemo(
    () => reservation && { place, context, reservation, reload, refresh, change },
    [place, context, reservation, reload, refresh, change],
  )
  if (isOpenNoMore(state, reservation)) {
    return (
      <Suspense>
        <ReleasedOrder place={place} />
      </Suspense>
    )
  }
  if (isOfOtherOwner) return <OfOtherOwner place={place} />
  if (!open) return <OutOfReach onRetry={() => void reload()} />
  return <OpenReservationContext value={open}>{children}</OpenReservationContext>
}
