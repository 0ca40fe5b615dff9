import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy, useCallback, useMemo } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { eventQuery, passQuery } from '../../shell/calls/offer-queries.ts'
import { OtherTexts, OwnTexts } from '#client/language/own-texts.tsx'
import type { ReservationInfo } from '#contract/reservation.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { has, pageOfStatus } from '#domain/order/reservation/states.ts'
import { NoSuchOrder, OutOfReach } from './no-such-order.tsx'
import { type Look, lookQuery, statusNow } from './look.ts'
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
  const look = useQuery(lookQuery(place.reservationId, key, { isWayBack: isWayBack(pathname, key) }))
  const end = look.data?.end
  const frame = useMemo(() => ({ place, context, end }), [place, context, end])
  if (look.isPending) return <PageShape />
  if (!look.data) return <OutOfReach onRetry={() => void look.refetch()} />
  const target = end ? 'ended' : pageOfStatus(look.data.state)
  // It has ended, and has an owner: only they may read what became of it.
  if (target === 'not-found' && look.data.isSomebodys) return <OfSomebody place={place} />
  if (!pathname.replace(/\/$/, '').endsWith(`/${target}`)) {
    return <Navigate replace to={{ pathname: reservationAddress(place, target), search }} />
  }
  return (
    <FrameContext value={frame}>
      {target === 'not-found' || target === 'error' || target === 'ended' ? (
        <Outlet />
      ) : (
        <Opened place={place} context={context} visit={key} look={look.data} onReload={look.refetch}>
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
const isOpenNoMore = (state: Look['state'], reservation: Look['reservation']): boolean =>
  state !== undefined && has(state, 'isOpen') && reservation !== undefined && has(reservation, 'isCancelled')

const GivenBack = lazy(async () => ({ default: (await import('./unavailable-order.tsx')).GivenBack }))

const SomebodysOrder = lazy(async () => ({ default: (await import('./unavailable-order.tsx')).SomebodysOrder }))

function OfSomebody({ place }: { readonly place: Place }) {
  return (
    <Suspense>
      <SomebodysOrder place={place} />
    </Suspense>
  )
}

type OpenedProps = {
  readonly place: Place
  readonly context: PurchaseContext
  readonly visit: string
  readonly look: Look
  readonly onReload: () => Promise<unknown>
  readonly children: ReactNode
}

function Opened({ place, context, visit, look: { state, reservation, isSomebodys }, onReload, children }: OpenedProps) {
  const cache = useQueryClient()
  const reload = useCallback(async () => void (await onReload()), [onReload])
  const lookAgain = useCallback(async () => {
    const now = await statusNow(place.reservationId)
    // A poll that the network swallowed, or that came in a bad moment, says nothing; the next one will.
    if (now.kind === 'unreachable' || now.kind === 'try-again') return
    if (now.kind !== 'done' || now.value.status !== state?.status) await reload()
  }, [place, state, reload])
  const change = useCallback(
    (changed: Partial<ReservationInfo>) => {
      cache.setQueryData(lookQuery(place.reservationId, visit).queryKey, (known: Look | undefined) =>
        known?.reservation ? { ...known, reservation: { ...known.reservation, ...changed } } : known,
      )
    },
    [cache, place, visit],
  )
  const open = useMemo(
    () => reservation && { place, context, reservation, reload, lookAgain, change },
    [place, context, reservation, reload, lookAgain, change],
  )
  if (isOpenNoMore(state, reservation)) {
    return (
      <Suspense>
        <GivenBack place={place} />
      </Suspense>
    )
  }
  if (isSomebodys) return <OfSomebody place={place} />
  if (!open) return <OutOfReach onRetry={() => void reload()} />
  return <OpenReservationContext value={open}>{children}</OpenReservationContext>
}
