import { TicketsShape } from '../../event-shape.tsx'
import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import type { WaitingListProps } from './waiting-list-part.tsx'
import css from '../../offer-page.module.css'

export const waitingListPart = lazyPart<WaitingListProps>(() => import('./waiting-list-part.tsx'))

/** For those who come too late, or too early: where the organiser keeps a list, they can put themselves on it. */
export function WaitingList(props: WaitingListProps) {
  if (!props.items.waitingList) return null
  return <waitingListPart.Component with={props} shape={<TicketsShape />} className={css.part} />
}
