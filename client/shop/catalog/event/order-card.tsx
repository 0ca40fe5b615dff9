import type { ReactNode } from 'react'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import type { WaitingPlace } from '#contract/waiting-list.ts'
import { Button, ButtonAnchor, ButtonLink } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Shape, TextShape, ThumbBar } from '#client/kit/page/page.tsx'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { type Translate, useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { pluralOf } from '#domain/foundation/language/texts.ts'
import { isNoticeOffered, isSaleOver, lowestPriceOf, saleBeginsAt, saleStateOfEvent } from '../sale-state.ts'
import { TICKETS_ID } from './tickets.tsx'
import type { Order } from './use-order.ts'
import { NOTHING_SELECTED, SALE_NOTICE_ID, WAITING_LIST_ID, presetOf } from './selection.ts'
import { leaveList, placeText, useShownPlace } from './waiting-list/shown-place.tsx'
import css from '../order-card.module.css'

type OrderProps = {
  readonly event: Event
  readonly items: ItemsByCategory
  readonly order: Order
  readonly isReserving: boolean
  readonly onContinue: () => void
}

const WHY_ID = 'why-not-continue'

type OrderCardProps = OrderProps & { readonly codeBox: ReactNode; readonly robotCheck: ReactNode }

/** What has been chosen, what it costs, and what happens next: a code, the robot check, and on (specification, browsing 2). */
export function OrderCard({ event, items, order, isReserving, onContinue, codeBox, robotCheck }: OrderCardProps) {
  const { t } = useLanguage()
  const isEmpty = order.choice.ticketCount === 0
  if (saleStateOfEvent(items) !== 'on-sale')
    return (
      <>
        <NotOnSale event={event} items={items} />
        <div className={css.elsewhere}>{codeBox}</div>
      </>
    )
  return (
    <div className={css.order} data-empty={isEmpty || undefined} data-bare={!codeBox && !robotCheck}>
      <Card>
        <div className={css.chosen} data-room={roomFor(items)}>
          <h2 className={css.title}>{t('foyer.order.title')}</h2>
          {isEmpty ? (
            <p className="soft" id={WHY_ID}>
              {t('foyer.order.empty')}
            </p>
          ) : (
            <Rows event={event} items={items} order={order} />
          )}
        </div>
        {codeBox}
        {robotCheck}
        <div className={css.action}>
          <Button wide busy={isReserving} blockedBecauseOf={isEmpty ? WHY_ID : undefined} onClick={onContinue}>
            {t('show-event.continue')}
          </Button>
        </div>
        <p className={css.promise}>{t('foyer.order.promise')}</p>
      </Card>
    </div>
  )
}

/** Kept for the one ticket that is chosen in a moment, so that nothing moves then. */
function roomFor(items: ItemsByCategory): 'free' | 'paid' | undefined {
  if (presetOf(items) === NOTHING_SELECTED) return undefined
  return isZero(lowestPriceOf(items)?.amount ?? '0') ? 'free' : 'paid'
}

function Rows({ event, items, order: { engine, choice, code } }: Pick<OrderProps, 'event' | 'items' | 'order'>) {
  if (!engine) return <TextShape lines={2} />
  return <engine.OrderRows event={event} items={items} choice={choice} applied={code.applied} />
}

/** Why there is nothing to order, in place of a button that can't be pressed. */
function NotOnSale({ event, items }: Pick<OrderProps, 'event' | 'items'>) {
  const { t } = useLanguage()
  const { moment } = useDates(event.timeZone)
  const place = useShownPlace(event.shortName)
  const state = saleStateOfEvent(items)
  const begins = saleBeginsAt(items)
  return (
    <Card>
      <h2 className={css.title}>{t(`foyer.order.${state}.title`)}</h2>
      {begins === undefined ? null : (
        <p>
          <strong>{t('show-event.sales-not-started', moment(begins))}</strong>
        </p>
      )}
      <p className="soft">{t(`foyer.order.${state}.text`)}</p>
      {isListed(items) ? (
        <div className={css.action}>
          {place ? <OnList place={place} /> : null}
          <WayToList event={event} items={items} wide />
        </div>
      ) : null}
      {isSaleOver(state) ? (
        <div className={css.elsewhere}>
          <ButtonLink to="/events-all" tone="quiet" wide>
            {t('home.view.all.events')}
          </ButtonLink>
        </div>
      ) : null}
    </Card>
  )
}

/** Can the visitor leave an address, for a seat or for the beginning of the sale? */
const isListed = (items: ItemsByCategory): boolean => items.waitingList || isNoticeOffered(items)

type WayToListProps = Pick<OrderProps, 'event' | 'items'> & { readonly wide?: boolean }

/** To the waiting list, off it in one press for who is on it, or to the mail when the sale begins. */
function WayToList({ event: { shortName }, items, wide = false }: WayToListProps) {
  const { t } = useLanguage()
  if (useShownPlace(shortName)) return <leaveList.Component with={{ shortName, wide }} shape={null} />
  if (!items.waitingList) {
    return (
      <ButtonAnchor href={`#${SALE_NOTICE_ID}`} wide={wide}>
        {t('foyer.sale-notice.action')}
      </ButtonAnchor>
    )
  }
  return (
    <ButtonAnchor href={`#${WAITING_LIST_ID}`} wide={wide}>
      {t(items.preSales ? 'foyer.sale-notice.action' : 'show-event.sold-out.subscribe')}
    </ButtonAnchor>
  )
}

type FirstStepProps = Pick<OrderProps, 'event'> & { readonly items: ItemsByCategory | undefined }

/**
 * The way to the tickets on a wide screen, where the card and its button are out of sight at first. Its place is kept while the
 * tickets are on their way, so that what is below doesn't move when they come.
 */
export function FirstStep({ event, items }: FirstStepProps) {
  const { t } = useLanguage()
  // As high as a button, with the margins of a shape.
  const step = items
    ? firstStep({ event, items }, t)
    : { words: null, way: <Shape width="15rem" height="2.55rem" round /> }
  return step.way === null ? null : (
    <div className={css.first}>
      {step.words}
      {step.way}
    </div>
  )
}

/** With nothing chosen: what a ticket costs and the way to the tickets, or that there is none and the way to the waiting list. */
function firstStep({ event, items }: Pick<OrderProps, 'event' | 'items'>, t: Translate) {
  const state = saleStateOfEvent(items)
  if (state === 'on-sale') {
    return {
      way: <ButtonAnchor href={`#${TICKETS_ID}`}>{t('foyer.order.choose')}</ButtonAnchor>,
      words: <LowestPrice event={event} items={items} />,
    }
  }
  return {
    way: isListed(items) ? <WayToList event={event} items={items} /> : null,
    words: <WhyNot event={event} items={items} />,
  }
}

/** In few words: since when one waits, from when on one can buy, or that one can't. */
function WhyNot({ event: { shortName, timeZone }, items }: Pick<OrderProps, 'event' | 'items'>) {
  const { language, t } = useLanguage()
  const place = useShownPlace(shortName)
  const begins = saleBeginsAt(items)
  if (place) return <OnList place={place} />
  const words =
    begins === undefined
      ? t(`foyer.order.${saleStateOfEvent(items)}.title`)
      : t('foyer.list.starts', datesIn(language, timeZone).dayAndMonth(begins))
  return <strong>{words}</strong>
}

/** That the visitor is on the list, and how many are before. */
function OnList({ place }: { readonly place: WaitingPlace }) {
  const { t } = useLanguage()
  return (
    <p className={css.place}>
      <strong className={css.sum}>{t('foyer.waiting.on-list')}</strong>
      <span className="soft small">{placeText(place, t)}</span>
    </p>
  )
}

/** The same on a phone, where the thumb is. With nothing chosen it leads to the tickets. */
export function OrderBar({ event, items, order, isReserving, onContinue }: OrderProps) {
  const { language, t } = useLanguage()
  const { choice, code, engine } = order
  if (choice.ticketCount === 0 || saleStateOfEvent(items) !== 'on-sale') {
    const { way, words } = firstStep({ event, items }, t)
    return way === null ? null : <ThumbBar action={way}>{words}</ThumbBar>
  }
  return (
    <ThumbBar
      action={
        <Button busy={isReserving} onClick={onContinue}>
          {t('show-event.continue')}
        </Button>
      }
    >
      <strong className={css.sum}>
        {engine ? <engine.OrderSum event={event} items={items} choice={choice} applied={code.applied} /> : '…'}
      </strong>
      <span className="soft small">
        {t(`foyer.order.tickets.${pluralOf(language, choice.ticketCount)}`, choice.ticketCount)}
      </span>
    </ThumbBar>
  )
}

/** What it costs at least, while nothing is chosen. */
function LowestPrice({ event, items }: Pick<OrderProps, 'event' | 'items'>) {
  const { language, t } = useLanguage()
  const lowest = lowestPriceOf(items)
  if (lowest === undefined || event.currency === null || isZero(lowest.amount)) {
    return <span>{t('foyer.order.all-free')}</span>
  }
  const key = lowest.hasFreeBesides ? 'foyer.order.free-or-from' : 'foyer.order.from'
  return <span>{t(key, formatAmount(lowest.amount, event.currency, language))}</span>
}
