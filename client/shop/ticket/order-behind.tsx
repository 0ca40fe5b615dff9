import { useLocation } from '#client/routing/router.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'

/** The order that the visitor came from to one of its tickets. */
export type OrderBehind = {
  /** Path of its page. */
  readonly order: string
  /** Its tickets for the door, in the order in which its page shows them. */
  readonly tickets: readonly string[]
}

/**
 * The order that the visitor came from. It travels with the visit, for the ticket itself must not show its holder, who may
 * be another person, where the order is and which other tickets it has.
 */
export function useOrderBehind(): OrderBehind | undefined {
  return orderIn(useLocation().state)
}

/** The decoding edge: what an entry of the history keeps, perhaps of an older page. */
export function orderIn(state: unknown): OrderBehind | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const [order, tickets]: readonly unknown[] = [Reflect.get(state, 'order'), Reflect.get(state, 'tickets')]
  if (typeof order !== 'string' || !/^\/event\/[^/]+\/reservation\/[0-9a-f-]{36}\//i.test(order)) return undefined
  const ids: readonly unknown[] = Array.isArray(tickets) ? tickets : []
  return { order, tickets: ids.filter(id => typeof id === 'string') }
}

/** For a link from the page of an order to one of its tickets, and from one page of a ticket to the other. */
export const comingFrom = (behind: OrderBehind | undefined) => (behind === undefined ? {} : { state: behind })

/** The way back for a visitor who came from the order; a holder who came by a mail has none. */
export function BackToOrder() {
  const t = useT()
  const behind = useOrderBehind()
  if (behind === undefined) return null
  return (
    <p>
      <Link to={behind.order}>{t('show-ticket.go-back-to-reservation')}</Link>
    </p>
  )
}
