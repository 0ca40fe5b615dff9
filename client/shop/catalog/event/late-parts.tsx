import type { ReactNode } from 'react'
import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import type { CodeBoxProps } from './code/code-box.tsx'
import { TicketsShape } from '../event-facts.tsx'
import type { ExtrasProps } from './extras/extras-part.tsx'
import type { WaitingListProps } from './waiting-list/waiting-list-part.tsx'
import type { SaleNoticeProps } from './sale-notice.tsx'
import { isNoticeOffered } from '../sale-state.ts'
import type { Event } from '#contract/event.ts'
import type { EventMapProps } from './map/event-map.tsx'
import type { ElsewhereProps } from './elsewhere.tsx'
import type { GoodToKnowProps } from './facts/good-to-know.tsx'
import type { AcceptedPassesProps } from './passes/accepted-passes.tsx'
import type { RefreshStockProps } from './stock/refresh-stock.tsx'
import type { PassInUseProps } from '../pass-in-use.tsx'
import css from '../offer-page.module.css'

export const codeBox = lazyPart<CodeBoxProps>(() => import('./code/code-box.tsx'))

/** Where a code can be typed in: if there are any, and whenever the address has one. */
export function codeBoxFor({ event, code }: CodeBoxProps): ReactNode {
  const { hasAccessPromotions } = event.promotionsConfiguration
  if (!hasAccessPromotions && !code.applied && !code.problem) return null
  return <codeBox.Component with={{ event, code }} shape={null} />
}

export const extrasPart = lazyPart<ExtrasProps>(() => import('./extras/extras-part.tsx'))

/** The extras, where there are any. */
export function Extras(props: ExtrasProps) {
  if (props.extras.length === 0) return null
  return <extrasPart.Component with={props} shape={<TicketsShape />} className={css.part} />
}

export const waitingListPart = lazyPart<WaitingListProps>(() => import('./waiting-list/waiting-list-part.tsx'))

/** For those who come too late, or too early: where the organiser keeps a list, they can put themselves on it. */
export function WaitingList(props: WaitingListProps) {
  if (!props.items.waitingList) return null
  return <waitingListPart.Component with={props} shape={<TicketsShape />} className={css.part} />
}

export const saleNotice = lazyPart<SaleNoticeProps>(() => import('./sale-notice.tsx'))

/** For those who come before the sale, where there is no list to be on. */
export function SaleNotice({ event, items }: WaitingListProps) {
  if (!isNoticeOffered(items)) return null
  return <saleNotice.Component with={{ shortName: event.shortName }} shape={null} className={css.part} />
}

export const refreshStock = lazyPart<RefreshStockProps>(() => import('./stock/refresh-stock.tsx'))

/** Fetched where the address names a pass: most visitors have none. */
export const passInUse = lazyPart<PassInUseProps>(async () => ({
  Part: (await import('../pass-in-use.tsx')).PassInUse,
}))

export const goodToKnow = lazyPart<GoodToKnowProps>(() => import('./facts/good-to-know.tsx'))

/** What people ask before they decide, after what the organiser says about the event. */
export function GoodToKnow({ event }: { readonly event: Event }) {
  const { facts } = event
  return facts === undefined ? null : <goodToKnow.Component with={{ event, facts }} shape={null} className={css.part} />
}

export const elsewhere = lazyPart<ElsewhereProps>(() => import('./elsewhere.tsx'))

export const acceptedPasses = lazyPart<AcceptedPassesProps>(() => import('./passes/accepted-passes.tsx'))

/** Where passes are taken: how to use one, and those that can be bought. */
export function AcceptedPasses({ event }: AcceptedPassesProps) {
  return event.canApplySubscriptions ? (
    <acceptedPasses.Component with={{ event }} shape={null} className={css.part} />
  ) : null
}

export const eventMap = lazyPart<EventMapProps>(() => import('./map/event-map.tsx'))

/** The picture of the place, where there is one. */
export function EventMap({ event: { mapUrl, location } }: { readonly event: Event }) {
  return mapUrl ? <eventMap.Component with={{ mapUrl, location }} shape={null} /> : null
}
