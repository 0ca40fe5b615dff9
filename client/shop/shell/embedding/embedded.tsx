import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation } from '#client/routing/router.tsx'
import { onProblemsShown } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type ReservationView, reservationViewQuery } from '../../checkout/frame/reservation-view.ts'
import './embedded.css'
import { onRelease } from './announce-release.ts'
import { type ShopMessage, postToParent } from './message.ts'

type EmbeddedProps = {
  /** The origin that receives messages; empty: none; undefined (where there is no event): the one the shop names. */
  readonly origin: string | undefined
}

/** What is different inside of a frame: links to other sites leave it, and the page around receives messages. */
export function Embedded({ origin = originOfPage() }: EmbeddedProps) {
  const t = useT()
  const name = t('show-event.tickets')
  useEffect(() => sendLinksOut(document), [])
  useEffect(showRequestedView, [])
  useEffect(() => {
    // The page around has a main part too: a screen reader must be able to distinguish the two.
    const nameMain = () => document.getElementById('content')?.setAttribute('aria-label', name)
    nameMain()
    // Each page has its own.
    const pages = new MutationObserver(nameMain)
    pages.observe(document.getElementById('page') ?? document.body, { childList: true, subtree: true })
    return () => pages.disconnect()
  }, [name])
  return origin === '' ? null : <Reports key={origin} origin={origin} />
}

/**
 * `?view=tickets` of the first address shows the shop without bar and picture. The frame's own name keeps that for the
 * documents that follow, where storage is blocked too.
 */
function showRequestedView(): void {
  if (new URLSearchParams(location.search).get('view') === 'tickets') window.name = TICKETS_ALONE
  if (window.name === TICKETS_ALONE) document.documentElement.dataset['view'] = 'tickets'
}

const TICKETS_ALONE = 'foyer-tickets'

/** As the server wrote it into the page. */
const originOfPage = (): string => document.querySelector<HTMLMetaElement>('meta[name="message-origin"]')?.content ?? ''

function Reports({ origin }: { readonly origin: string }) {
  const { pathname, key } = useLocation()
  const { step, reservationId } = stepOf(pathname)
  const view = useReservationView(reservationId, key)
  const state = view?.state
  const status = state?.status ?? ''
  const isComplete = state !== undefined && has(state, 'isComplete')
  // The page around has no use for a step of an order before it has a status.
  const isSettled = reservationId === '' || view !== undefined
  const post = useCallback((message: ShopMessage) => postToParent(origin, message), [origin])

  useReadiness(post)
  useEffect(() => {
    if (step === 'success' && isComplete) post({ foyer: 'complete', status, id: reservationId })
    else if (isSettled) post({ foyer: 'step', step, status, id: reservationId })
  }, [post, step, status, isComplete, isSettled, reservationId])
  useProblems((text, http) => {
    post({ foyer: 'error', status, id: reservationId, text, error: http === undefined ? text : `${text} (${http})` })
  })
  useEffect(() => onEscape(() => post({ foyer: 'escape' })), [post])
  useEffect(() => onRelease(id => post({ foyer: 'close', status: 'CANCELLED', id })), [post])
  return null
}

/** What the page shows of its order. The page makes the request; this reads its result, earlier ones too. */
function useReservationView(reservationId: string, visit: string): ReservationView | undefined {
  const client = useQueryCache()
  const subscribe = useCallback((changed: () => void) => client.watch(changed), [client])
  const cached = () => client.getQueryData(reservationViewQuery(reservationId, visit).queryKey)
  return useSyncExternalStore(subscribe, cached, cached)
}

/** Says once that the shop is there, and from then on how high it is. */
function useReadiness(post: (message: ShopMessage) => void): void {
  useEffect(() => {
    const { documentElement: html } = document
    const root = document.getElementById('root')
    if (!root) return
    html.dataset['embedded'] = ''
    post({ foyer: 'ready' })
    const watch = new ResizeObserver(() => {
      post({ foyer: 'resize', height: Math.ceil(root.getBoundingClientRect().bottom + window.scrollY) })
    })
    watch.observe(root)
    return () => {
      watch.disconnect()
      delete html.dataset['embedded']
    }
  }, [post])
}

/** A dialog of the shop closes by it and is gone when the event comes to the document: it is asked before. */
function onEscape(leave: () => void): () => void {
  let isTaken = false
  const before = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') isTaken = document.querySelector('dialog[open]') !== null
  }
  const after = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !isTaken && !defaultPrevented) leave()
  }
  window.addEventListener('keydown', before, { capture: true })
  window.addEventListener('keydown', after)
  return () => {
    window.removeEventListener('keydown', before, { capture: true })
    window.removeEventListener('keydown', after)
  }
}

function useProblems(onShown: (text: string, status: number | undefined) => void): void {
  const post = useEffectEvent(onShown)
  useEffect(() => onProblemsShown((texts, status) => post(texts.join(' '), status)), [])
}

/**
 * Links to other sites leave the frame, as they would be too small in it or refuse to be framed: in place of the page
 * around, or beside it while tickets are held, which would be lost otherwise. The shop's own links stay inside.
 */
export function sendLinksOut(page: Document): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && !link.target && leadsAway(link)) link.target = holdsTickets(page) ? '_blank' : '_top'
  }
  page.addEventListener('click', onClick, { capture: true })
  return () => page.removeEventListener('click', onClick, { capture: true })
}

const leadsAway = ({ protocol, host }: HTMLAnchorElement): boolean =>
  /^https?:$/.test(protocol) && host !== location.host

const holdsTickets = ({ location: { pathname } }: Document): boolean => /\/reservation\//.test(pathname)

/** Where in a purchase an address is. */
export type Step = { readonly step: string; readonly reservationId: string }

const RESERVATION = /^\/(?:event|subscription)\/[^/]+\/reservation\/([^/]+)(?:\/([^/]+))?\/?$/

/** "tickets" on the page of an event or pass, the page's own name within a reservation, "ticket", "poll", else "browse". */
export function stepOf(pathname: string): Step {
  const reservation = RESERVATION.exec(pathname)
  if (reservation) return { step: reservation[2] ?? '', reservationId: decodeURIComponent(reservation[1] ?? '') }
  if (/^\/event\/[^/]+\/ticket\//.test(pathname)) return { step: 'ticket', reservationId: '' }
  if (/^\/event\/[^/]+\/poll(?:\/|$)/.test(pathname)) return { step: 'poll', reservationId: '' }
  return { step: /^\/(?:event|subscription)\/[^/]+/.test(pathname) ? 'tickets' : 'browse', reservationId: '' }
}
