import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, ButtonAnchor } from '#client/kit/button/button.tsx'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import type { DeskBoxOffice } from '#contract/desk-box-office.ts'
import { deskBoxOfficePath, deskBoxSalesFilePath, pathTo } from '#contract/paths.ts'
import { FigureTable } from '../../parts/figure-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Stack, Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
import { Drawers } from './drawers.tsx'
import css from './box-sheet.module.css'

const boxOfficeQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'box-office', eventId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskBoxOfficePath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** The money of the doors of an event that sell: drawers, and sums by way of payment, person and category. */
export function Page() {
  const { eventId = '' } = useParams()
  const query = useQuery(boxOfficeQuery(Number(eventId)))
  return <Loaded query={query}>{sheet => <SheetPage eventId={Number(eventId)} sheet={sheet} />}</Loaded>
}

type SheetProps = { readonly sheet: DeskBoxOffice }

function SheetPage({ eventId, sheet }: SheetProps & { readonly eventId: number }) {
  const t = useT()
  const { title, drawers } = sheet
  return (
    <Work>
      <EventPartHead
        eventId={eventId}
        title={title}
        name={t('foyer.desk.box')}
        acts={
          drawers.length > 0 && (
            <div className={css.acts}>
              <Button tone="quiet" onClick={() => window.print()}>
                {t('foyer.desk.box.print')}
              </Button>
              <ButtonAnchor tone="quiet" href={pathTo(deskBoxSalesFilePath, { eventId })} download>
                {t('foyer.desk.box.csv')}
              </ButtonAnchor>
            </div>
          )
        }
      />
      {drawers.length === 0 ? <p className="soft">{t('foyer.desk.box.none')}</p> : <Sums sheet={sheet} />}
    </Work>
  )
}

function Sums({ sheet }: SheetProps) {
  const { t, language } = useLanguage()
  const { currency, byWay, byPerson, byCategory, byExtra } = sheet
  const amount = (text: string) => formatAmount(text, currency, language)
  const isAwaited = byWay.some(({ awaited }) => !isZero(awaited))
  const head = [
    t('foyer.desk.box.sales'),
    t('foyer.desk.box.amount'),
    ...(isAwaited ? [t('foyer.desk.box.awaited')] : []),
    t('foyer.desk.box.returned'),
  ]
  const cells = (row: Omit<DeskBoxOffice['byWay'][number], 'way'>) => [
    String(row.sales),
    amount(row.amount),
    ...(isAwaited ? [amount(row.awaited)] : []),
    row.undone === 0 ? amount(row.returned) : `${amount(row.returned)} (${row.undone})`,
  ]
  return (
    <Stack>
      <Drawers sheet={sheet} />
      <Panel flush title={t('foyer.desk.box.by-way')}>
        <FigureTable
          head={[t('foyer.desk.box.way'), ...head]}
          rows={byWay.map(row => ({ key: row.way, cells: [t(`foyer.box.way.${row.way}`), ...cells(row)] }))}
        />
      </Panel>
      <Panel flush title={t('foyer.desk.box.by-person')}>
        <FigureTable
          head={[t('foyer.desk.box.person'), ...head]}
          rows={byPerson.map(row => ({
            key: `${row.person} ${row.way}`,
            cells: [`${row.person}, ${t(`foyer.box.way.${row.way}`)}`, ...cells(row)],
          }))}
        />
      </Panel>
      <Panel flush title={t('foyer.desk.box.by-category')}>
        <FigureTable
          head={[t('foyer.desk.box.category'), t('foyer.desk.box.tickets'), t('foyer.desk.box.amount')]}
          rows={byCategory.map(row => ({
            key: String(row.categoryId),
            cells: [row.name, String(row.tickets), amount(row.amount)],
          }))}
        />
      </Panel>
      {byExtra.length > 0 && (
        <Panel flush title={t('foyer.door.counter.extras')}>
          <FigureTable
            head={[t('foyer.door.counter.extra'), t('foyer.door.counter.items'), t('foyer.desk.box.amount')]}
            rows={byExtra.map(row => ({
              key: String(row.extraId),
              cells: [row.title, String(row.quantity), amount(row.amount)],
            }))}
          />
        </Panel>
      )}
    </Stack>
  )
}
