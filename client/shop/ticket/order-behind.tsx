import { useLocation } from '#client/routing/router.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'

/**
 * The page of the order that the visitor came from. It travels with the visit, for the ticket itself must not show its
 * holder, who may be another person, where the order is.
 */
export function useOrderBehind(): string | undefined {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null) return undefined
  const order: unknown = Reflect.get(state, 'order')
  return typeof order === 'string' && /^\/event\/[^/]+\/reservation\/[0-9a-f-]{36}\//i.test(order) ? order : undefined
}

/** For a link from the page of an order to one of its tickets, and from one page of a ticket to the other. */
export const comingFrom = (order: string | undefined) => (order === undefined ? {} : { state: { order } })

/** The way back for a visitor who came from the order; a holder who came by a mail has none. */
export function BackToOrder() {
  const t = useT()
  const order = useOrderBehind()
  if (order === undefined) return null
  return (
    <p>
      <Link to={order}>{t('show-ticket.go-back-to-reservation')}</Link>
    </p>
  )
}
