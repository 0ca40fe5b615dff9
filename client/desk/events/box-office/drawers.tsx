import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { DeskBoxOffice } from '#contract/desk-box-office.ts'
import { Panel, Tag } from '../../parts/work.tsx'
import css from './box-sheet.module.css'

/** Each drawer with what it began with, what went in and out, and what was counted. */
export function Drawers({ sheet }: { readonly sheet: DeskBoxOffice }) {
  const { t, language } = useLanguage()
  const dates = useDates(sheet.timezone)
  const amount = (text: string) => formatAmount(text, sheet.currency, language)
  return (
    <Panel title={t('foyer.desk.box.drawers')} flush>
      <p className={css.lead}>{t('foyer.desk.box.difference', amount(sheet.difference))}</p>
      <ul className={css.drawers}>
        {sheet.drawers.map(drawer => (
          <li key={drawer.id}>
            <div className={css.who}>
              <b>
                <bdi>{drawer.person}</bdi>
              </b>{' '}
              <span className="soft">{drawer.door}</span>
              <p className="soft">
                {drawer.closedAt === null
                  ? t('foyer.desk.box.open', dates.moment(drawer.openedAt))
                  : t('foyer.desk.box.closed', dates.moment(drawer.openedAt), dates.moment(drawer.closedAt))}
              </p>
              {drawer.remark !== null && <p>{drawer.remark}</p>}
              {drawer.pieces && (
                <p className="soft">
                  {drawer.pieces
                    .filter(({ count }) => count > 0)
                    .map(({ value, count }) => `${count} × ${value}`)
                    .join(', ')}
                </p>
              )}
            </div>
            <dl className={css.sums}>
              <Sum name={t('foyer.box.sheet.float')} value={amount(drawer.float)} />
              <Sum name={t('foyer.box.sheet.in')} value={amount(drawer.cashIn)} />
              <Sum name={t('foyer.box.sheet.out')} value={amount(drawer.cashOut)} />
              <Sum name={t('foyer.box.sheet.expected')} value={amount(drawer.expected)} />
              {drawer.counted !== null && <Sum name={t('foyer.box.sheet.counted')} value={amount(drawer.counted)} />}
            </dl>
            {drawer.difference !== null && (
              <Tag tone={isZero(drawer.difference) ? 'good' : 'warn'}>
                {`${t('foyer.box.sheet.difference')}: ${amount(drawer.difference)}`}
              </Tag>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Sum({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
