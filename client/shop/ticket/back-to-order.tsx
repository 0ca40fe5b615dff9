import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOrderBehind } from './order-behind.ts'

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
