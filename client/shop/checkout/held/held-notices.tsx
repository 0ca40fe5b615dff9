import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { matchPath } from '#client/routing/match-path.ts'
import { useLocation } from '#client/routing/router.tsx'
import { Link, TextButton } from '#client/kit/button/button.tsx'
import type { OpenReservation } from '#contract/own.ts'
import { counted, inLanguage } from '#domain/foundation/language/texts.ts'
import { shopNow } from '#client/frame/calls/session.ts'
import { heldQuery } from '../../shell/calls/held-query.ts'
import { urgencyOf } from '#client/kit/countdown/countdown.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { noteNothingHeld } from './may-hold.ts'
import { contextAddress, reservationAddress } from '../frame/open-reservation.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { OtherTexts } from '#client/language/own-texts.tsx'
import { PASS_WORDS } from '../frame/pass-words.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import css from './held-notices.module.css'

/**
 * Everything the visitor holds, each with the ways on. An order has its own clock on its own pages; where there is none,
 * what is held instead is the way on. Asks again on each page.
 */
export function HeldNotices() {
  const t = useT()
  const { pathname, key } = useLocation()
  const { data: held, refetch } = useQuery(heldQuery())
  useEffect(() => void refetch(), [refetch, key])
  const isOnOrder = isOrderPage(pathname)
  const shown = isOnOrder ? NOTHING : (held ?? NOTHING)
  const isFolded = shown.length > 1
  const isRoomNeeded = shown.length > 0 || (held === undefined && !isOnOrder)
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-holds', isRoomNeeded)
    document.documentElement.toggleAttribute('data-holds-several', isFolded)
    if (held?.length === 0) noteNothingHeld()
  }, [isRoomNeeded, isFolded, held])
  if (shown.length === 0) return null
  const list = (
    <ul className={css.notices} aria-label={t('foyer.held.title')}>
      {shown.map(order => (
        <li key={order.id} className={css.notice} data-urgency={urgencyOf(order.validity - shopNow())}>
          <HeldNotice order={order} isHere={isPageOf(pathname, order)} />
        </li>
      ))}
    </ul>
  )
  return isFolded ? <Folded orders={shown}>{list}</Folded> : list
}

/** Several orders are one line until the visitor opens it; it is as urgent as the one that ends first. */
function Folded({ orders, children }: { readonly orders: readonly OpenReservation[]; readonly children: ReactNode }) {
  const t = useT()
  const first = Math.min(...orders.map(({ validity }) => validity))
  return (
    <details className={css.folded}>
      <summary className={css.summary} data-urgency={urgencyOf(first - shopNow())}>
        <Icon name="clock" />
        {t('foyer.held.several', orders.length)}
      </summary>
      {children}
    </details>
  )
}

const NOTHING: readonly OpenReservation[] = []

const ORDER_PAGES = ['/event/:shortName/reservation/:reservationId/*', '/subscription/:id/reservation/:reservationId/*']

function isOrderPage(pathname: string): boolean {
  const page = ORDER_PAGES.map(path => matchPath(path, pathname)?.['*']).find(rest => rest !== undefined)
  return page !== undefined && page !== 'not-found'
}

const isPageOf = (pathname: string, { of }: OpenReservation): boolean => pathname === contextAddress(of)

function HeldNotice({ order, isHere }: { readonly order: OpenReservation; readonly isHere: boolean }) {
  const { t, language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { refetch } = useQuery({ ...heldQuery(), enabled: false })
  useEndOf(order, () => void refetch())
  const dates = useDates(order.of.timeZone)
  const until = order.validity - shopNow() < A_DAY_MS / 2 ? dates.time(order.validity) : dates.moment(order.validity)
  const title = inLanguage(order.of.title, language)
  const isOfPass = order.of.type === 'subscription'
  return (
    <>
      <p className={css.words}>
        <Icon name="clock" />
        <span className={css.texts}>
          <span className={css.held} dir="auto">
            {t('foyer.held.until', heldInWords(order, language), until)}
          </span>
          {isHere || isOfPass ? null : (
            <span className={css.event} dir="auto">
              {title}
            </span>
          )}
        </span>
      </p>
      <span className={css.ways}>
        <Link to={reservationAddress({ ...order.of, reservationId: order.id }, order.page)}>
          {t('foyer.held.continue')}
        </Link>
        {isHere || isOfPass ? null : <Link to={contextAddress(order.of)}>{t('foyer.held.change')}</Link>}
        <TextButton onClick={() => setAsking(true)}>{t('foyer.held.give-back')}</TextButton>
      </span>
      <ReleaseHeld order={order} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

const A_DAY_MS = 86_400_000

/** Looks again when the time is over. */
function useEndOf({ validity }: OpenReservation, onOver: () => void): void {
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const left = validity - shopNow()
    // Longer waits don't fit into a timer; no visitor watches a page for that long without a break.
    if (left > A_DAY_MS) return
    const timer = setTimeout(() => over(), Math.max(0, left) + 1000)
    return () => clearTimeout(timer)
  }, [validity])
}

type ReleaseHeldProps = {
  readonly order: OpenReservation
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Releases what is held from any page; the visitor stays where they are. */
export function ReleaseHeld({ order: { id, of }, isOpen, onClose }: ReleaseHeldProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { type, publicIdentifier } = of
  const isOfPass = type === 'subscription'
  const stay = () => {
    toast(t(isOfPass ? PASS_WORDS['foyer.held.given-back'] : 'foyer.held.given-back'), 'good')
    void cache.invalidateQueries([isOfPass ? 'pass' : 'ticket-categories', publicIdentifier])
  }
  const dialog = (
    <ReleaseDialog
      place={{ type, publicIdentifier, reservationId: id }}
      isOpen={isOpen}
      onClose={onClose}
      onGone={stay}
    />
  )
  return isOfPass ? <OtherTexts words={PASS_WORDS}>{dialog}</OtherTexts> : dialog
}

type Held = Pick<OpenReservation, 'of' | 'tickets'>

/** "3 × Student, 1 × Adult"; of a pass its name. */
export const heldInWords = ({ of, tickets }: Held, language: string): string =>
  of.type === 'subscription'
    ? inLanguage(of.title, language)
    : tickets.map(({ quantity, name }) => counted(quantity, name)).join(', ')
