import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as PageFrame, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { useT } from '#client/language/language-context.ts'
import { myOrdersQuery } from '../calls.ts'
import { ForSignedIn } from '../for-signed-in.tsx'
import { OutOfReach } from '../out-of-reach.tsx'
import { OrdersOf } from './orders-of.tsx'
import css from './orders.module.css'

/** Everything that was ordered while signed in. */
export function Page() {
  return <ForSignedIn>{() => <MyOrders />}</ForSignedIn>
}

function MyOrders() {
  const t = useT()
  const orders = useQuery(myOrdersQuery())
  useTabTitle(`${t('user.menu.my-orders')} · Foyer`)
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
