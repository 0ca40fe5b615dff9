import type { EventFigures } from '#contract/desk-figures.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useChannelName } from '../parts/channel-name.ts'
import { FigureTable } from '../parts/figure-table.tsx'
import css from './channels.module.css'

/** By which ways people came to the page of an event, and what came of it: one sentence and a table. */
export function Channels({ figures }: { readonly figures: EventFigures }) {
  const { t, language } = useLanguage()
  const nameOf = useChannelName()
  const { channels, countedSince, currency } = figures
  if (countedSince === null) return <p className={css.words}>{t('foyer.desk.channels.nothing')}</p>
  const sum = (of: 'views' | 'begun' | 'orders') => channels.reduce((all, channel) => all + channel[of], 0)
  const since = datesIn(language, 'UTC').shortDay(Date.parse(countedSince))
  // An event that costs nothing may have no currency.
  const money = (amount: string | null) =>
    amount === null || currency === null ? [] : [formatAmount(amount, currency, language)]
  const hasMoney = currency !== null && channels.some(channel => channel.money !== null)
  return (
    <>
      <p className={css.words}>{t('foyer.desk.channels.words', since, sum('views'), sum('begun'), sum('orders'))}</p>
      <div className={css.table}>
        <FigureTable
          head={[
            t('foyer.desk.channels.channel'),
            t('foyer.desk.channels.views'),
            t('foyer.desk.channels.begun'),
            t('foyer.desk.figures.orders'),
            ...(hasMoney ? [t('foyer.desk.figures.money')] : []),
          ]}
          rows={channels.map(({ channel, views, begun, orders, money: amount }) => ({
            key: channel,
            cells: [nameOf(channel), String(views), String(begun), String(orders), ...money(amount)],
          }))}
        />
      </div>
    </>
  )
}
