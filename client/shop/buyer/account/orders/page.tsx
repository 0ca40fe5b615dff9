import { useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as PageFrame, PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { ForSignedIn, OutOfReach, myOrdersQuery } from '../for-signed-in.tsx'
import { eventPagePath, passPagePath, pathTo } from '#contract/paths.ts'
import type { PurchaseContextWithReservations } from '#contract/user.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { OrderCards, OrdersTable } from './order-list.tsx'
import { useSyncExternalStore } from 'react'
import css from './orders.module.css'

/** Everything that was ordered while signed in. */
export function Page() {
  return <ForSignedIn>{() => <MyOrders />}</ForSignedIn>
}

function MyOrders() {
  const t = useT()
  const orders = useQuery(myOrdersQuery())
  useHouseTitle(t('user.menu.my-orders'))
  if (orders.isPending) return <PageShape />
  if (orders.data === undefined) return <OutOfReach onRetry={() => void orders.refetch()} />
  if (!orders.data) return <NoOrders />
  return (
    <PageFrame>
      <div className={css.page}>
        <div className={css.top}>
          <PageTitle>{t('user.menu.my-orders')}</PageTitle>
          <p className="soft">{t('my-orders.description')}</p>
        </div>
        {orders.data.map(of => (
          <OrdersOf key={`${of.type} ${of.publicIdentifier}`} of={of} />
        ))}
      </div>
    </PageFrame>
  )
}

function NoOrders() {
  const t = useT()
  return (
    <PageFrame>
      <Blank
        title={<PageTitle>{t('foyer.my-orders.none.title')}</PageTitle>}
        action={<ButtonLink to="/">{t('home.view.all.events')}</ButtonLink>}
      >
        <p>{t('foyer.my-orders.none.text')}</p>
      </Blank>
    </PageFrame>
  )
}

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
  const { type, startsAt, endsAt, timeZone = 'UTC' } = of
  const { shortDay, spanLines } = useDates(timeZone)
  const [start, end] = [startsAt ?? endsAt, endsAt ?? startsAt]
  if (start == null || end == null) return null
  // A pass is good on whole days, from the first moment of one to the last of another.
  const text = type === 'event' ? spanLines(start, end).join(' ') : [...new Set([start, end].map(shortDay))].join(' – ')
  return <p className="soft">{text}</p>
}

const pageOf = ({ type, publicIdentifier }: PurchaseContextWithReservations): string =>
  type === 'event'
    ? pathTo(eventPagePath, { shortName: publicIdentifier })
    : pathTo(passPagePath, { id: publicIdentifier })

/** From here on the columns of a table are beside each other. */
const WIDE = '(min-width: 60rem)'

/** Is there room for a table? In the browser only: these pages are drawn nowhere else. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
