import { useEffect } from 'react'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import {
  deskExportsPagePath,
  deskImportPagePath,
  deskNewOrderPagePath,
  deskSeatBlocksPagePath,
  pathTo,
} from '#contract/paths.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Title, Work } from '../parts/work.tsx'
import { useMay } from '../session/me.ts'
import { type OrderQuery, orderQueryOf, ordersQuery } from './calls.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useChoice } from './bulk/use-choice.ts'
import { OrderDrawer } from './drawer/drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import { OrderTable } from './order-table.tsx'
import { useOrderAddress } from './use-order-address.ts'
import css from './orders.module.css'

/** The orders that a member may see: found by whatever is known of them, and one of them beside the list. */
export function Page() {
  const { t, language } = useLanguage()
  const [address] = useSearchParams()
  const query = orderQueryOf(address)
  const { opened } = useOrderAddress()
  const first = useQuery({ ...ordersQuery(query, ''), placeholderData: keepPreviousData })
  useHouseTitle(t('foyer.desk.orders'))
  useClosing()
  const all = first.data?.counts?.ALL
  const found = first.data?.counts?.[query.show ?? 'ALL']
  const mayChoose = useMay()('manage-orders')
  const choice = useChoice(JSON.stringify(query))
  const isFiltered = JSON.stringify({ ...query, show: undefined }) !== JSON.stringify(NO_FILTER)
  return (
    <Work>
      <div className={css.page} data-open={opened !== null || undefined}>
        <div className={css.list}>
          <Title
            acts={<Acts contextId={query.contextId} />}
            {...(all !== undefined && {
              lead: t(
                isFiltered ? 'foyer.desk.orders.found' : 'foyer.desk.orders.all',
                new Intl.NumberFormat(language).format(all),
              ),
            })}
          >
            {t('foyer.desk.orders')}
          </Title>
          <FilterBar query={query} first={first.data} />
          {mayChoose && <BulkBar choice={choice} query={query} found={found} />}
          <Loaded query={first}>
            {page => (
              <OrderTable
                key={JSON.stringify(query)}
                query={query}
                first={page}
                isFiltered={isFiltered}
                choice={mayChoose ? choice : undefined}
              />
            )}
          </Loaded>
        </div>
        {opened !== null && <OrderDrawer key={opened} orderId={opened} />}
      </div>
    </Work>
  )
}

/** For those who may see the money of orders: a new one of the event, and an export of the same orders. */
function Acts({ contextId }: Pick<OrderQuery, 'contextId'>) {
  const { t } = useLanguage()
  const may = useMay()
  if (!may('manage-orders')) return null
  const of = contextId === undefined ? '' : `&event=${contextId}`
  return (
    <>
      {contextId !== undefined && (
        <>
          <ButtonLink tone="quiet" to={pathTo(deskNewOrderPagePath, { eventId: String(contextId) })}>
            {t('foyer.desk.new-order')}
          </ButtonLink>
          <ButtonLink tone="quiet" to={pathTo(deskImportPagePath, { eventId: String(contextId) })}>
            {t('foyer.desk.import')}
          </ButtonLink>
          <ButtonLink tone="quiet" to={pathTo(deskSeatBlocksPagePath, { eventId: String(contextId) })}>
            {t('foyer.desk.blocks')}
          </ButtonLink>
        </>
      )}
      <ButtonLink tone="quiet" to={`${deskExportsPagePath}?kind=orders${of}`}>
        {t('foyer.desk.export')}
      </ButtonLink>
    </>
  )
}

const NO_FILTER: OrderQuery = {
  q: '',
  contextId: undefined,
  show: undefined,
  method: undefined,
  tag: '',
  channel: '',
  days: undefined,
}

/** Escape closes the order, where nothing else takes it. */
function useClosing(): void {
  const { opened, close } = useOrderAddress()
  useEffect(() => {
    if (opened === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      close()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [opened, close])
}
