import { Link } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { eventPagePath, passPagePath, pathTo } from '#contract/paths.ts'
import type { PurchaseContextWithReservations } from '#contract/user.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { OrderCards } from './order-cards.tsx'
import { OrdersTable } from './orders-table.tsx'
import { useIsWide } from './use-is-wide.ts'
import css from './orders.module.css'

/** The orders for one event or pass: a table, and cards where a table would not fit. */
export function OrdersOf({ of }: { readonly of: PurchaseContextWithReservations }) {
  const { language } = useLanguage()
  const isWide = useIsWide()
  const title = inLanguage(of.title, language)
  const id = `orders-${of.publicIdentifier}`
  return (
    <section className={css.group} aria-labelledby={id}>
      <div>
        <h2 id={id} className={css.title}>
          <Link to={pageOf(of)} lang={otherLanguage(of.title, language)}>
            {title}
          </Link>
        </h2>
        <When of={of} />
      </div>
      {isWide ? <OrdersTable of={of} title={title} /> : <OrderCards of={of} />}
    </section>
  )
}

function When({ of }: { readonly of: PurchaseContextWithReservations }) {
  const { language } = useLanguage()
  const { formattedStartDate: start, formattedEndDate: end, sameDay } = of
  if (!start) return null
  const days = [start, ...(end && !sameDay ? [end] : [])]
  return <p className="soft">{days.map(day => inLanguage(day, language)).join(' – ')}</p>
}

const pageOf = ({ type, publicIdentifier }: PurchaseContextWithReservations): string =>
  type === 'event'
    ? pathTo(eventPagePath, { shortName: publicIdentifier })
    : pathTo(passPagePath, { id: publicIdentifier })
