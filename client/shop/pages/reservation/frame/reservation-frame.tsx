import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy, useCallback, useMemo } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { eventQuery } from '../../../calls/event-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import type { Event } from '#contract/event.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { PageShape } from '#client/frame/shell/page-shape.tsx'
import { SiteFooter } from '../../../shell/site-footer.tsx'
import { pageOfStatus } from '#domain/reservation/page-of-status.ts'
import { type ReservationPage, has } from '#domain/reservation/states.ts'
import { NoSuchOrder } from './no-such-order.tsx'
import { type Look, lookQuery, statusNow } from './look.ts'
import { FrameContext, OpenReservationContext, type Place, reservationAddress } from './open-reservation.ts'
import { OutOfReach } from './out-of-reach.tsx'

/** Around every page of a reservation: the event with its own words, and the guard that knows which page it is. */
export function Page() {
  const { shortName = '', reservationId = '' } = useParams()
  const place = useMemo<Place>(
    () => ({ type: 'event', publicIdentifier: shortName, reservationId }),
    [shortName, reservationId],
  )
  const event = useQuery(eventQuery(shortName))
  if (event.data) {
    return (
      <OwnTexts of={event.data}>
        <Guarded place={place} event={event.data} />
        <SiteFooter termsUrl={event.data.termsAndConditionsUrl} privacyUrl={event.data.privacyPolicyUrl} />
      </OwnTexts>
    )
  }
  if (event.isPending) return <PageShape />
  if (failureOf(event.error).kind === 'missing') return <NoSuchOrder place={place} event={undefined} />
  return <OutOfReach onRetry={() => void event.refetch()} />
}

/** Shows the page only while the status of the reservation asks for it (specification, booking 2). */
function Guarded({ place, event }: { place: Place; event: Event }) {
  const { pathname, search, key } = useLocation()
  const look = useQuery(lookQuery(place.reservationId, key))
  const frame = useMemo(() => ({ place, event }), [place, event])
  if (look.isPending) return <PageShape />
  if (!look.data) return <OutOfReach onRetry={() => void look.refetch()} />
  const target = pageFor(pageOfStatus(look.data.state), { pathname, key })
  if (!pathname.replace(/\/$/, '').endsWith(`/${target}`)) {
    return <Navigate replace to={{ pathname: reservationAddress(place, target), search }} />
  }
  return (
    <FrameContext value={frame}>
      {target === 'not-found' || target === 'error' ? (
        <Outlet />
      ) : (
        <Opened place={place} event={event} visit={key} look={look.data} onReload={look.refetch}>
          <Outlet />
        </Opened>
      )}
    </FrameContext>
  )
}

/**
 * Details that are accepted can be looked at again: who comes back to them within the shop is not sent on. An address that
 * is opened anew leads to where the order stands.
 */
function pageFor(page: ReservationPage, { pathname, key }: { readonly pathname: string; readonly key: string }) {
  const isWayBack = key !== FIRST_ENTRY && /\/book\/?$/.test(pathname)
  return page === 'overview' && isWayBack ? 'book' : page
}

/** What the router calls an entry of the history that it has not made. */
const FIRST_ENTRY = 'default'

/** The buyer has given it back on this page, whose place it is to say so: the page around was told (lifecycle I). */
const isOpenNoMore = (state: Look['state'], reservation: Look['reservation']): boolean =>
  state !== undefined && has(state, 'isOpen') && reservation !== undefined && has(reservation, 'isCancelled')

const GivenBack = lazy(async () => ({ default: (await import('../hold/given-back.tsx')).GivenBack }))

type OpenedProps = {
  readonly place: Place
  readonly event: Event
  readonly visit: string
  readonly look: Look
  readonly onReload: () => Promise<unknown>
  readonly children: ReactNode
}

function Opened({ place, event, visit, look: { state, reservation }, onReload, children }: OpenedProps) {
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
    () => reservation && { place, event, reservation, reload, lookAgain, change },
    [place, event, reservation, reload, lookAgain, change],
  )
  if (isOpenNoMore(state, reservation)) {
    return (
      <Suspense>
        <GivenBack place={place} />
      </Suspense>
    )
  }
  if (!open) return <OutOfReach onRetry={() => void reload()} />
  return <OpenReservationContext value={open}>{children}</OpenReservationContext>
}
