import type { EventFigures } from '#contract/desk-figures.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { BarChart } from '../../parts/chart.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { conversionOf, perHundred } from './series.ts'

type ConversionProps = { readonly figures: EventFigures; readonly since: string }

/** How many saw the page, began an order and completed it, since visits are counted. */
export function Conversion({ figures: { channels }, since }: ConversionProps) {
  const { t, language } = useLanguage()
  const { views, begun, orders } = conversionOf(channels)
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = (count: number): string => (views === 0 ? '–' : numbers.format(perHundred(count, views)))
  const day = datesIn(language, 'UTC').shortDay(Date.parse(since))
  const bars = [
    { key: 'views', label: t('foyer.desk.channels.views'), value: views },
    { key: 'begun', label: t('foyer.desk.channels.begun'), value: begun },
    { key: 'orders', label: t('foyer.desk.conversion.completed'), value: orders },
  ]
  return (
    <BarChart
      words={
        views === 0
          ? t('foyer.desk.conversion.unseen', day, begun, orders)
          : t('foyer.desk.conversion.words', day, share(begun), share(orders))
      }
      bars={bars}
      tableName={t('foyer.desk.figures.table')}
      table={
        <FigureTable
          head={[
            t('foyer.desk.conversion.step'),
            t('foyer.desk.conversion.count'),
            t('foyer.desk.conversion.per-hundred'),
          ]}
          rows={bars.map(({ key, label, value }) => ({ key, cells: [label, numbers.format(value), share(value)] }))}
        />
      }
    />
  )
}
