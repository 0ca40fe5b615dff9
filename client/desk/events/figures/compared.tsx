import type { EventFigures, PlainFigures } from '#contract/desk-figures.ts'
import { explain, failureOf, problemText } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { TextShape } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { LineChart } from '../../parts/chart.tsx'
import { figuresQuery } from '../calls.ts'
import { FigureTable } from '../../parts/figure-table.tsx'
import { COMPARED_DAYS, soldBy, soldSoFar } from './series.ts'

type ComparedEventProps = { readonly figures: EventFigures; readonly compareWith: number }

/** Another event beside this one; the rest of the page stays while it is read. */
export function ComparedEvent({ figures, compareWith }: ComparedEventProps) {
  const t = useT()
  const { data, error, isError } = useQuery(figuresQuery(figures.eventId, compareWith))
  if (data?.compared) return <Compared figures={figures} compared={data.compared} />
  if (!isError) return <TextShape lines={4} />
  const [problem] = explain(failureOf(error))
  return <p>{problem ? problemText(t, problem) : t('foyer.desk.missing.text')}</p>
}

type ComparedProps = { readonly figures: EventFigures; readonly compared: PlainFigures }

const DAY_MS = 86_400_000

/** What was sold in all, so many days before each of two events. */
function Compared({ figures, compared }: ComparedProps) {
  const { t } = useLanguage()
  const own = soldSoFar(figures.days, figures.startDay)
  const other = soldSoFar(compared.days, compared.startDay)
  const left = Math.max(0, Math.ceil((figures.startsAt - figures.now) / DAY_MS))
  const labelOf = (before: number) =>
    before === 0 ? t('foyer.desk.figures.begins') : t('foyer.desk.figures.days-before', before)
  const rows = COMPARED_DAYS.map(before => ({
    key: String(before),
    cells: [labelOf(before), before < left ? '' : String(soldBy(own, before)), String(soldBy(other, before))],
  }))
  const words = t(
    'foyer.desk.figures.compared.words',
    figures.title,
    soldBy(own, left),
    labelOf(left),
    compared.title,
    soldBy(other, left),
  )
  return (
    <>
      <p>{words}</p>
      <LineChart
        words={words}
        labelOf={labelOf}
        lines={[
          { key: 'other', isDashed: true, points: pointsOf(other, 0) },
          { key: 'own', isDashed: false, points: pointsOf(own, left) },
        ]}
        tableName={t('foyer.desk.figures.table')}
        table={<FigureTable head={[t('foyer.desk.figures.when'), figures.title, `${compared.title} `]} rows={rows} />}
      />
    </>
  )
}

/** With the sum of the last day, up to which nothing more was sold. */
function pointsOf(sums: ReturnType<typeof soldSoFar>, until: number) {
  const points = sums.map(({ daysBefore, tickets }) => ({ before: daysBefore, value: tickets }))
  const last = points.at(-1)
  return last && last.before > until ? [...points, { before: until, value: last.value }] : points
}
