import { useEffect, useRef } from 'react'
import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { Loading, Shape, TextShape } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { useChannelName } from '../../parts/channel-name.ts'
import { DeskIcon } from '../../parts/desk-icon.tsx'
import { Tag } from '../../parts/work.tsx'
import { orderQuery } from '../calls.ts'
import { nameOfOrder, stateOfOrder } from '../order-words.ts'
import { useOrderAddress } from '../use-order-address.ts'
import { Actions } from './actions.tsx'
import { History } from './history.tsx'
import { Documents, Mails } from './letters.tsx'
import { Linked } from './linked.tsx'
import { Money } from './money.tsx'
import { Notes } from './notes.tsx'
import type { PartProps } from './part.ts'
import { Seats } from './seats.tsx'
import { Tags } from './tags.tsx'
import css from './drawer.module.css'

type OrderDrawerProps = { readonly orderId: string }

/** An order beside the list; on a phone it is the page. */
export function OrderDrawer({ orderId }: OrderDrawerProps) {
  const t = useT()
  const query = useQuery(orderQuery(orderId))
  const { close } = useOrderAddress()
  const head = useRef<HTMLElement>(null)
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  const order = query.data
  return (
    <aside className={css.drawer} aria-label={t('foyer.desk.order')} ref={head} tabIndex={-1}>
      <header>
        <p className="soft">
          {t('foyer.desk.order')} <b className="number">{order?.shortId}</b>
        </p>
        <Neighbour direction="up" orderId={orderId} />
        <Neighbour direction="down" orderId={orderId} />
        <button type="button" onClick={close} aria-label={t('foyer.desk.order.close')}>
          <DeskIcon name="close" />
        </button>
      </header>
      {order ? (
        <Order order={order} reload={query.refetch} />
      ) : query.isError ? (
        <Missing error={query.error} />
      ) : (
        <Coming />
      )}
    </aside>
  )
}

function Coming() {
  return (
    <section>
      <Loading>
        <Shape width="12rem" height="1.6rem" />
        <TextShape lines={6} />
      </Loading>
    </section>
  )
}

function Missing({ error }: { readonly error: unknown }) {
  const t = useT()
  const isMissing = failureOf(error).kind === 'missing'
  return (
    <section>
      <h2>{t(isMissing ? 'foyer.desk.missing.title' : 'foyer.desk.failed.title')}</h2>
      <p>{t('foyer.desk.missing.text')}</p>
    </section>
  )
}

const KEYS = { up: 'k', down: 'j' } as const

/** The order before or after in the list, by a press or a key. */
function Neighbour({ direction, orderId }: OrderDrawerProps & { readonly direction: 'up' | 'down' }) {
  const t = useT()
  const { open } = useOrderAddress()
  const go = () => {
    const links = [...document.querySelectorAll<HTMLElement>('main table a[id^="order-"]')]
    const here = links.findIndex(({ id }) => id === `order-${orderId}`)
    const next = links[here + (direction === 'up' ? -1 : 1)]
    if (here < 0 || !next) return
    next.scrollIntoView({ block: 'nearest' })
    open(next.id.replace('order-', ''))
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null
      if (event.key !== KEYS[direction] || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      go()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <button
      type="button"
      onClick={go}
      aria-keyshortcuts={KEYS[direction]}
      aria-label={t(`foyer.desk.order.${direction}`)}
    >
      <DeskIcon name={direction} />
    </button>
  )
}

function Order({ order, reload }: PartProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const state = stateOfOrder(order, t, dates)
  const { buyer, language } = order
  const channelName = useChannelName()
  return (
    <>
      <section>
        <h2 dir="auto">{nameOfOrder(order, t)}</h2>
        <p className="soft">
          {buyer.email !== '' && (
            <>
              <a href={`mailto:${buyer.email}`}>{buyer.email}</a>
              <br />
            </>
          )}
          {order.isErased ? t('foyer.desk.order.erased.text') : t(`foyer.desk.order.reads.${language}`)}
        </p>
        {order.channel !== null && (
          <p className="soft">
            {t('foyer.desk.order.channel')}: <bdi>{channelName(order.channel)}</bdi>
          </p>
        )}
        <p className={css.state}>
          <Tag tone={state.tone}>{state.text}</Tag>
        </p>
        <Address buyer={buyer} />
        <Actions order={order} reload={reload} />
        <Tags order={order} reload={reload} />
      </section>
      <Seats order={order} reload={reload} />
      <Linked order={order} reload={reload} />
      <Money order={order} reload={reload} />
      <Documents order={order} reload={reload} />
      <Mails order={order} reload={reload} />
      <Notes order={order} reload={reload} />
      <History order={order} reload={reload} />
    </>
  )
}

function Address({ buyer }: Pick<DeskOrder, 'buyer'>) {
  const t = useT()
  const { address, vatNumber, reference } = buyer
  if (address.length === 0 && reference === null) return null
  return (
    <address className={css.address} dir="auto">
      {address.map(line => (
        <span key={line}>{line}</span>
      ))}
      {vatNumber !== null && <span className="number">{vatNumber}</span>}
      {reference !== null && <span>{t('foyer.desk.order.reference', reference)}</span>}
    </address>
  )
}
