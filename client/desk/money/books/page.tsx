import { useState } from 'react'
import type { BooksTotals } from '#contract/desk-books.ts'
import { deskBooksPath } from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { formatPercentage } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import { MoneyPage } from '../money-page.tsx'
import { type BooksQuery, booksQuery, offersQuery } from '../queries.ts'
import css from './books.module.css'

/** The books of a month or an event: what they come to, and as a file. */
export function Page() {
  const t = useT()
  return (
    <MoneyPage part="books" lead={t('foyer.desk.books.lead')}>
      {organizationId => <Books key={organizationId} organizationId={organizationId} />}
    </MoneyPage>
  )
}

/** So many months can be chosen. */
const MONTHS = 36

/** The last months, this one first, by the clock of this computer. */
function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - ago, 1)).toISOString().slice(0, 'YYYY-MM'.length),
  )
}

function Books({ organizationId }: { readonly organizationId: number | null }) {
  const { t, language } = useLanguage()
  const offers = useQuery(offersQuery({ organizationId: organizationId ?? undefined })).data?.offers ?? []
  const months = organizationId === null ? [] : lastMonths()
  const dates = datesIn(language, 'UTC')
  const [chosen, setChosen] = useState(months[0] ?? '')
  const query = queryOf(chosen === '' ? String(offers[0]?.id ?? '') : chosen, organizationId)
  return (
    <Stack>
      <Panel title={t('foyer.desk.books.choose')}>
        <div className={css.choice}>
          <SelectField
            id="books"
            label={t('foyer.desk.books.of')}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            {months.length > 0 && (
              <optgroup label={t('foyer.desk.books.months')}>
                {months.map(month => (
                  <option key={month} value={month}>
                    {dates.month(Date.parse(`${month}-15T12:00:00Z`))}
                  </option>
                ))}
              </optgroup>
            )}
            {offers.length > 0 && (
              <optgroup label={t('foyer.desk.books.events')}>
                {offers.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </optgroup>
            )}
          </SelectField>
        </div>
        {query === null && <p className="soft">{t('foyer.desk.books.none')}</p>}
      </Panel>
      {query && <Totals query={query} />}
    </Stack>
  )
}

/** Months have a hyphen, ids of events have none. */
function queryOf(chosen: string, organizationId: number | null): BooksQuery | null {
  if (chosen === '') return null
  if (!chosen.includes('-')) return { eventId: Number(chosen) }
  return organizationId === null ? null : { month: chosen, organizationId }
}

function Totals({ query }: { readonly query: BooksQuery }) {
  const totals = useQuery(booksQuery(query))
  return (
    <Loaded query={totals}>
      {found => (
        <>
          <Contents totals={found} query={query} />
          <Money totals={found} />
          <Drawers totals={found} />
          <Vat totals={found} />
        </>
      )}
    </Loaded>
  )
}

function Contents({ totals, query }: { readonly totals: BooksTotals; readonly query: BooksQuery }) {
  const t = useT()
  const { orders, invoices, creditNotes, receipts } = totals
  const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (
    <Panel title={t('foyer.desk.books.contents')}>
      <p>{t('foyer.desk.books.counts', orders, invoices, creditNotes, receipts)}</p>
      <p className="soft">{t('foyer.desk.books.text')}</p>
      <div className={css.download}>
        <ButtonAnchor href={`${deskBooksPath}?${address.toString()}`} download>
          {t('foyer.desk.books.download')}
        </ButtonAnchor>
      </div>
    </Panel>
  )
}

/** The rows of each currency. */
function inCurrencies<Row extends { readonly currency: string }>(rows: readonly Row[]) {
  return [...new Set(rows.map(({ currency }) => currency))].map(
    code => [code, rows.filter(({ currency }) => currency === code)] as const,
  )
}

const figure = (amount: string): string => amount.replace('-', '\u2212')

/** A table for each currency, which its title names. */
function Money({ totals: { sums } }: { readonly totals: BooksTotals }) {
  const t = useT()
  return inCurrencies(sums).map(([code, rows]) => (
    <Panel key={code} flush title={t('foyer.desk.books.money', code)}>
      <FigureTable
        head={['way', 'payments', 'refunds', 'net'].map(name => t(`foyer.desk.money.${name}`))}
        rows={rows.map(({ method, payments, refunds, net }) => ({
          key: method ?? '',
          cells: [
            method === null ? t('foyer.desk.money.all-ways') : t(`foyer.desk.orders.method.${method.toLowerCase()}`),
            figure(payments),
            figure(refunds),
            figure(net),
          ],
        }))}
      />
    </Panel>
  ))
}

/** Money that was counted at the doors beside what was expected there. */
function Drawers({ totals: { drawers } }: { readonly totals: BooksTotals }) {
  const t = useT()
  if (drawers.length === 0) return null
  return (
    <Panel flush title={t('foyer.desk.books.drawer.title')}>
      <FigureTable
        head={[
          t('foyer.desk.books.drawer.currency'),
          t('foyer.desk.books.drawer.counted'),
          t('foyer.desk.books.drawer.open'),
          t('foyer.desk.books.drawer.difference'),
        ]}
        rows={drawers.map(({ currency, counted, open, difference }) => ({
          key: currency,
          cells: [currency, String(counted), String(open), figure(difference)],
        }))}
      />
    </Panel>
  )
}

function Vat({ totals: { vat } }: { readonly totals: BooksTotals }) {
  const { t, language } = useLanguage()
  return inCurrencies(vat).map(([code, rows]) => (
    <Panel key={code} flush title={t('foyer.desk.books.vat', code)}>
      <FigureTable
        head={['rate', 'net', 'vat-amount', 'gross'].map(name => t(`foyer.desk.books.${name}`))}
        rows={rows.map(({ source, category, rate, sellerCountry, buyerCountry, net, vat: tax, gross }) => ({
          key: [source, category, rate, sellerCountry, buyerCountry].join(' '),
          cells: [
            t(
              `foyer.desk.books.row.${source.toLowerCase()}`,
              formatPercentage(rate, language),
              category,
              sellerCountry || '–',
              buyerCountry || '–',
            ),
            figure(net),
            figure(tax),
            figure(gross),
          ],
        }))}
      />
    </Panel>
  ))
}
