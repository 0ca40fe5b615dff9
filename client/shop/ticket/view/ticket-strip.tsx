import { type ReactNode, use, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { ArrivalContext } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { ticketAddress } from '../calls.ts'
import { type OrderBehind, comingFrom } from '../order-behind.tsx'
import css from './ticket-strip.module.css'

type TicketStripProps = {
  readonly shortName: string
  /** The ticket of the present address. */
  readonly current: string
  readonly behind: OrderBehind
  readonly children: (ticketId: string) => ReactNode
}

/**
 * The tickets of one order side by side: the next one comes by a swipe, an arrow key or a button, and has the address then.
 * Only the present one is there for the keyboard and for readers of the screen.
 */
export function TicketStrip({ shortName, current, behind, children }: TicketStripProps) {
  const t = useT()
  const { tickets } = behind
  const navigate = useNavigate()
  const arrival = use(ArrivalContext)
  const strip = useRef<HTMLDivElement>(null)
  const at = tickets.indexOf(current)

  const show = (position: number) => {
    const ticketId = tickets[position]
    if (ticketId === undefined || ticketId === current) return
    const address = ticketAddress({ shortName, ticketId }, 'view')
    // The focus stays where it is: on the button that was pressed, or on the strip.
    arrival.current = address
    if (strip.current?.contains(document.activeElement)) strip.current.focus({ preventScroll: true })
    navigate(address, { replace: true, ...comingFrom(behind) })
  }
  useCentre(strip, at, show)

  useArrowKeys(step => show(at + step))
  const count = t('foyer.ticket.position', at + 1, tickets.length)
  return (
    <section className={css.tickets} aria-label={t('reservation-page-complete.your-tickets')}>
      <div className={css.strip} ref={strip} tabIndex={-1} role="group" aria-label={count}>
        {tickets.map((ticketId, position) => (
          <div key={ticketId} className={css.slide} inert={position !== at}>
            {Math.abs(position - at) <= 1 ? children(ticketId) : null}
          </div>
        ))}
      </div>
      <div className={css.steps}>
        <Step label={t('foyer.ticket.previous')} isOver={at === 0} onPress={() => show(at - 1)} />
        <p role="status">{count}</p>
        <Step label={t('foyer.ticket.next')} isOver={at === tickets.length - 1} onPress={() => show(at + 1)} />
      </div>
    </section>
  )
}

type StepProps = { readonly label: string; readonly isOver: boolean; readonly onPress: () => void }

/** Stays reachable at the end, so that the focus does not fall from it. */
function Step({ label, isOver, onPress }: StepProps) {
  return (
    <button type="button" className={css.step} aria-label={label} aria-disabled={isOver || undefined} onClick={onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 5l7 7-7 7" />
      </svg>
    </button>
  )
}

/** Arrow keys go the way the line goes; where the keyboard chooses or writes something, they are for that. */
function useArrowKeys(onStep: (step: 1 | -1) => void): void {
  const go = useEffectEvent(onStep)
  useEffect(() => {
    const onKeyDown = ({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
      if (target instanceof Element && target.closest('input, select, textarea, dialog')) return
      go((key === 'ArrowRight') === (document.documentElement.dir !== 'rtl') ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The strip shows the ticket of the address; where a finger has moved it to another one, that becomes the address. */
function useCentre(strip: { readonly current: HTMLDivElement | null }, at: number, show: (at: number) => void): void {
  const latest = useRef({ at, show, isFirst: true })
  useEffect(() => {
    latest.current = { ...latest.current, at, show }
  })
  const centre = useCallback(
    (behavior: ScrollBehavior) => {
      const slide = strip.current?.children[latest.current.at]
      if (slide instanceof HTMLElement) strip.current?.scrollTo({ left: slide.offsetLeft, behavior })
    },
    [strip],
  )
  useEffect(() => {
    centre(latest.current.isFirst ? 'instant' : 'auto')
    latest.current.isFirst = false
  }, [centre, at])
  useEffect(() => {
    const root = strip.current
    if (!root) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const position = Math.round(Math.abs(root.scrollLeft) / Math.max(1, root.clientWidth))
      if (position !== latest.current.at) latest.current.show(position)
    }
    // `scrollend` is younger than the browsers of the list.
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLED_AFTER_MS)
    }
    // On paper, and in a window of another size, the strip is at its beginning again.
    const onChange = () => centre('instant')
    root.addEventListener('scroll', onScroll, { passive: true })
    for (const change of CHANGES) addEventListener(change, onChange)
    return () => {
      clearTimeout(timer)
      root.removeEventListener('scroll', onScroll)
      for (const change of CHANGES) removeEventListener(change, onChange)
    }
  }, [strip, centre])
}

const CHANGES = ['afterprint', 'resize'] as const

const SETTLED_AFTER_MS = 120
