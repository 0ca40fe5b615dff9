import type { ListedDeskEvent } from '#contract/desk-event.ts'
import { deskNewOrderPagePath, deskSeatBlocksPagePath, pathTo } from '#contract/paths.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Seats } from '../../parts/seats.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import { saleWords } from '../sale-words.ts'
import { ServedEvent } from '../served-event.tsx'
import { useMayAt } from '../use-may-at.ts'
import { Figure } from './figure.tsx'
import css from './overview.module.css'

/** An event for members who don't edit it: what is sold of it, and the ways to what they do there. */
export function ServedOverview({ eventId }: { readonly eventId: number }) {
  return (
    <ServedEvent eventId={eventId} acts={<OrderActs eventId={eventId} />}>
      {event => <Sold event={event} />}
    </ServedEvent>
  )
}

function OrderActs({ eventId }: { readonly eventId: number }) {
  const t = useT()
  const may = useMayAt(eventId)
  if (!may('manage-orders')) return null
  return (
    <>
      <ButtonLink tone="quiet" to={pathTo(deskNewOrderPagePath, { eventId })}>
        {t('foyer.desk.new-order')}
      </ButtonLink>
      <ButtonLink tone="quiet" to={pathTo(deskSeatBlocksPagePath, { eventId })}>
        {t('foyer.desk.blocks')}
      </ButtonLink>
    </>
  )
}

function Sold({ event }: { readonly event: ListedDeskEvent }) {
  const { t, language } = useLanguage()
  const { capacity, sold, held, money } = event
  return (
    <Panel title={t('foyer.desk.sold')} aside={<span className="soft small">{saleWords(event, t, language)}</span>}>
      <Stack>
        <div className={css.figures}>
          <Figure name={t('foyer.desk.sold')} value={String(sold)} />
          <Figure name={t('foyer.desk.held')} value={String(held)} />
          {money.map(({ amount, currency }) => (
            <Figure key={currency} name={t('foyer.desk.money-in')} value={formatAmount(amount, currency, language)} />
          ))}
        </div>
        {capacity > 0 && <Seats sold={sold} held={held} capacity={capacity} />}
      </Stack>
    </Panel>
  )
}
