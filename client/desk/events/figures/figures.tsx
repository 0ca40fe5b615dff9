import type { EventFigures } from '#contract/desk-figures.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { SelectField } from '#client/kit/field/field.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Channels } from '../channels.tsx'
import { BarChart } from '../../parts/chart.tsx'
import { Columns, Panel, Stack } from '../../parts/work.tsx'
import { ComparedEvent } from './compared.tsx'
import { Conversion } from './conversion.tsx'
import { FigureTable } from '../../parts/figure-table.tsx'
import { binned } from './series.ts'
import css from './figures.module.css'

type FiguresProps = {
  readonly figures: EventFigures
  readonly compareWith: number | undefined
  /** Takes the id of another event, '' for none. */
  readonly compare: (eventId: string) => void
}

/** All figures of an event. */
export function Figures({ figures, compareWith, compare }: FiguresProps) {
  const { t, language } = useLanguage()
  const { comparable } = figures
  const dates = datesIn(language, 'UTC')
  return (
    <Columns side={<Parts figures={figures} />}>
      <Panel title={t('foyer.desk.figures.days')}>
        <SoldDays figures={figures} />
      </Panel>
      {comparable.length > 0 && (
        <Panel title={t('foyer.desk.figures.compared')}>
          <Stack>
            <SelectField
              id="compare-with"
              label={t('foyer.desk.figures.compare-with')}
              value={compareWith ?? ''}
              onChange={({ target }) => compare(target.value)}
            >
              <option value="">{t('foyer.desk.figures.none')}</option>
              {comparable.map(({ eventId, title, startsAt }) => (
                <option key={eventId} value={eventId}>
                  {`${title}, ${dates.shortDay(startsAt)}`}
                </option>
              ))}
            </SelectField>
            {compareWith !== undefined && <ComparedEvent figures={figures} compareWith={compareWith} />}
          </Stack>
        </Panel>
      )}
      {figures.countedSince !== null && (
        <Panel title={t('foyer.desk.conversion')}>
          <Conversion figures={figures} since={figures.countedSince} />
        </Panel>
      )}
      <Panel title={t('foyer.desk.channels')} flush>
        <Channels figures={figures} />
      </Panel>
      {figures.entries.length > 0 && (
        <Panel title={t('foyer.desk.figures.entries')}>
          <Entries figures={figures} />
        </Panel>
      )}
    </Columns>
  )
}

type Of = { readonly figures: EventFigures }

/** Tickets by day of the order; by week or month where the sale is long. */
function SoldDays({ figures: { days, sold, orders } }: Of) {
  const { t, language } = useLanguage()
  const { step, bins } = binned(days)
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return <p className="soft">{t('foyer.desk.figures.nothing')}</p>
  const dates = datesIn(language, 'UTC')
  const nameOf = (day: string) => dates.dayAndMonth(Date.parse(day))
  const best = bins.reduce((one, other) => (other.tickets > one.tickets ? other : one))
  const words = t(
    'foyer.desk.figures.days.words',
    sold,
    orders,
    nameOf(first.from),
    nameOf(last.until),
    best.tickets,
    nameOf(best.from),
  )
  const name = (bin: typeof first) => (step === 'day' ? nameOf(bin.from) : `${nameOf(bin.from)} – ${nameOf(bin.until)}`)
  return (
    <BarChart
      words={words}
      bars={bins.map(bin => ({ key: bin.from, label: nameOf(bin.from), value: bin.tickets }))}
      tableName={t('foyer.desk.figures.table')}
      table={
        <FigureTable
          head={[t(`foyer.desk.figures.${step}`), t('foyer.desk.figures.tickets')]}
          rows={bins
            .filter(({ tickets }) => tickets > 0)
            .map(bin => ({ key: bin.from, cells: [name(bin), String(bin.tickets)] }))}
        />
      }
    />
  )
}

/** Who came in, by quarter of an hour. */
function Entries({ figures: { entries, timeZone, checkedIn } }: Of) {
  const { t, language } = useLanguage()
  const dates = datesIn(language, timeZone)
  const most = entries.reduce((one, other) => (other.people > one.people ? other : one))
  return (
    <BarChart
      words={t('foyer.desk.figures.entries.words', checkedIn, most.people, dates.moment(most.at))}
      bars={entries.map(({ at, people }) => ({ key: String(at), label: dates.time(at), value: people }))}
      tableName={t('foyer.desk.figures.table')}
      table={
        <FigureTable
          head={[t('foyer.desk.figures.quarter'), t('foyer.desk.figures.people')]}
          rows={entries.map(({ at, people }) => ({ key: String(at), cells: [dates.moment(at), String(people)] }))}
        />
      }
    />
  )
}

/** What the tickets and orders come to, and by kind of ticket, code and way of payment. */
function Parts({ figures }: Of) {
  const { t, language } = useLanguage()
  const { currency, categories, codes, methods } = figures
  // An event that costs nothing may have no currency.
  const money = (amount: string | null) =>
    amount === null || currency === null ? [] : [formatAmount(amount, currency, language)]
  const ofMoney = figures.money === null || currency === null ? [] : [t('foyer.desk.figures.money')]
  return (
    <>
      <Panel title={t('foyer.desk.figures.sums')}>
        <dl className={css.sums}>
          <Sum name={t('foyer.desk.sold')} value={t('foyer.desk.figures.of', figures.sold, figures.capacity)} />
          <Sum name={t('foyer.desk.held')} value={String(figures.held)} />
          <Sum name={t('foyer.desk.figures.checked-in')} value={String(figures.checkedIn)} />
          <Sum name={t('foyer.desk.waiting')} value={String(figures.waiting)} />
          <Sum name={t('foyer.desk.figures.orders')} value={String(figures.orders)} />
          {money(figures.money).map(value => (
            <Sum key="money" name={t('foyer.desk.money-in')} value={value} />
          ))}
          {money(figures.refunded).map(value => (
            <Sum key="refunded" name={t('foyer.desk.figures.refunded')} value={value} />
          ))}
        </dl>
      </Panel>
      <Panel title={t('foyer.desk.part.tickets')} flush>
        <FigureTable
          head={[t('foyer.desk.member.name'), t('foyer.desk.sold'), ...ofMoney]}
          rows={categories.map(({ id, name, tickets, money: amount }) => ({
            key: String(id),
            cells: [name, String(tickets), ...money(amount)],
          }))}
        />
      </Panel>
      {codes.length > 0 && (
        <Panel title={t('foyer.desk.part.codes')} flush>
          <FigureTable
            head={[t('foyer.desk.figures.code'), t('foyer.desk.figures.tickets'), ...ofMoney]}
            rows={codes.map(({ code, tickets, money: amount }) => ({
              key: code,
              cells: [code, String(tickets), ...money(amount)],
            }))}
          />
        </Panel>
      )}
      {methods.length > 0 && (
        <Panel title={t('foyer.desk.payment')} flush>
          <FigureTable
            head={[t('foyer.desk.figures.way'), t('foyer.desk.figures.tickets'), ...ofMoney]}
            rows={methods.map(({ method, tickets, money: amount }) => ({
              key: method ?? '',
              cells: [wayText(t, method), String(tickets), ...money(amount)],
            }))}
          />
        </Panel>
      )}
    </>
  )
}

function wayText(t: ReturnType<typeof useLanguage>['t'], method: string | null): string {
  if (method === null || method === 'NONE') return t('foyer.desk.figures.free')
  return t(`foyer.desk.option.${method}`)
}

function Sum({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="soft">{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
