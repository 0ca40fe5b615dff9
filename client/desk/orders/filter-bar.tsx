import type { ResponseOf } from '#contract/call.ts'
import { ORDER_FILTERS, type listDeskOrders } from '#contract/desk-order.ts'
import { OTHER_WAYS } from '#domain/catalog/channel/channel.ts'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { useChannelName } from '../parts/channel-name.ts'
import { Pill, Pills, SearchField, Seek } from '../parts/filters.tsx'
import { useMay } from '../session/me.ts'
import { DAYS, type OrderQuery } from './calls.ts'
import css from './orders.module.css'

export type OrdersPage = ResponseOf<typeof listDeskOrders, 200>

type FilterBarProps = { readonly query: OrderQuery; readonly first: OrdersPage | undefined }

/** What is searched and shown; all of it is in the address. */
export function FilterBar({ query, first }: FilterBarProps) {
  const { t } = useLanguage()
  const may = useMay()
  const change = useChange()
  const maySeeMoney = may('manage-orders')
  const contexts = first?.contexts ?? []
  return (
    <>
      <Seek>
        <SearchField label={t('foyer.desk.orders.search')} value={query.q} onChange={value => change('q', value)} />
        <select
          aria-label={t('foyer.desk.orders.event')}
          value={query.contextId ?? ''}
          onChange={event => change('event', event.target.value)}
        >
          <option value="">{t('foyer.desk.orders.event.all')}</option>
          {query.contextId !== undefined && contexts.every(({ id }) => id !== query.contextId) && (
            <option value={query.contextId}>{t('foyer.desk.orders.event.this')}</option>
          )}
          {contexts.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        {maySeeMoney && (
          <select
            aria-label={t('foyer.desk.orders.method')}
            value={query.method ?? ''}
            onChange={event => change('method', event.target.value)}
          >
            <option value="">{t('foyer.desk.orders.method.all')}</option>
            {PAYMENT_PROXIES.map(each => (
              <option key={each} value={each}>
                {t(`foyer.desk.orders.method.${each.toLowerCase()}`)}
              </option>
            ))}
          </select>
        )}
        <select
          aria-label={t('foyer.desk.orders.days')}
          value={query.days ?? ''}
          onChange={event => change('days', event.target.value)}
        >
          <option value="">{t('foyer.desk.orders.days.all')}</option>
          {DAYS.map(each => (
            <option key={each} value={each}>
              {t(`foyer.desk.orders.days.${each}`)}
            </option>
          ))}
        </select>
        <ChannelChoice query={query} first={first} onChoose={value => change('channel', value)} />
      </Seek>
      <Parts query={query} first={first} />
    </>
  )
}

type ChannelChoiceProps = FilterBarProps & { readonly onChoose: (channel: string) => void }

/** By which way the buyers of one event came; nothing to choose where no order came by a link or an embedding page. */
function ChannelChoice({ query: { channel }, first, onChoose }: ChannelChoiceProps) {
  const { t } = useLanguage()
  const nameOf = useChannelName()
  const present = first?.channels ?? []
  const offered =
    channel === '' || channel === OTHER_WAYS || present.includes(channel) ? present : [channel, ...present]
  if (offered.length === 0 && channel === '') return null
  return (
    <select
      aria-label={t('foyer.desk.orders.channel')}
      value={channel}
      onChange={event => onChoose(event.target.value)}
    >
      <option value="">{t('foyer.desk.orders.channel.all')}</option>
      {[...offered, OTHER_WAYS].map(each => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  )
}

function Parts({ query, first }: FilterBarProps) {
  const { t, language } = useLanguage()
  const may = useMay()
  const change = useChange()
  const counts = first?.counts
  const parts = ['ALL', ...ORDER_FILTERS.filter(each => each !== 'REFUND' || may('manage-orders'))] as const
  return (
    <Pills label={t('foyer.desk.orders.show')}>
      {parts.map(each => (
        <Pill
          key={each}
          isOn={each === (query.show ?? 'ALL')}
          onClick={() => change('show', each === 'ALL' ? '' : each)}
        >
          {t(`foyer.desk.orders.show.${each.toLowerCase()}`)}
          {counts && <span className={css.count}>{new Intl.NumberFormat(language).format(counts[each])}</span>}
        </Pill>
      ))}
      {query.tag !== '' && (
        <Pill isOn onClick={() => change('tag', '')}>
          <span dir="auto">{query.tag}</span>
          <span aria-hidden>×</span>
          <span className="unseen">: {t('foyer.desk.orders.tag.drop')}</span>
        </Pill>
      )}
    </Pills>
  )
}

/** Changes one part of the address; the order that is open stays so. */
function useChange() {
  const [address, setAddress] = useSearchParams()
  return (name: 'q' | 'event' | 'show' | 'method' | 'days' | 'tag' | 'channel', value: string) => {
    const next = new URLSearchParams(address)
    // Channels are those of an event.
    if (name === 'event') next.delete('channel')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true })
  }
}
