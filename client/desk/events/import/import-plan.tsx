import { useState } from 'react'
import type { PeopleListPlan } from '#contract/desk-people-list.ts'
import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { WillHappen } from '../../parts/will-happen.tsx'
import type { useImport } from './use-import.ts'
import css from './import.module.css'

type PlanProps = { readonly plan: PeopleListPlan; readonly state: ReturnType<typeof useImport> }

/** What the import will do, the rows that it leaves out, and its start. */
export function ImportPlan({ plan, state: { isOther, isSending, start } }: PlanProps) {
  const { t, language } = useLanguage()
  const { able, left } = plan
  const count = (number: number) => new Intl.NumberFormat(language).format(number)
  return (
    <div className={css.plan}>
      <WillHappen isOther={isOther} sentences={useSentences(plan)} />
      {left.length > 0 && <LeftRows plan={plan} />}
      {able > 0 && (
        <div>
          <Button busy={isSending} onClick={() => void start()}>
            {able === 1 ? t('foyer.desk.import.start.one') : t('foyer.desk.import.start', count(able))}
          </Button>
        </div>
      )}
    </div>
  )
}

function useSentences({ able, total, currency, recipients, categories }: PeopleListPlan): string[] {
  const { t, language } = useLanguage()
  const count = (number: number) => new Intl.NumberFormat(language).format(number)
  const sum = currency === null ? total : formatAmount(total, currency, language)
  if (able === 0) return [t('foyer.desk.import.will.none')]
  return [
    able === 1 ? t('foyer.desk.import.will.one', sum) : t('foyer.desk.import.will', count(able), sum),
    ...categories.map(({ name, tickets, free }) =>
      t('foyer.desk.import.will.category', name, count(tickets), count(free)),
    ),
    recipients === 0
      ? t('foyer.desk.order.plan.no-mail')
      : recipients === 1
        ? t('foyer.desk.import.will.mails.one')
        : t('foyer.desk.import.will.mails', count(recipients)),
  ]
}

const KINDS = ['FAULT', 'THERE', 'NO_SEAT'] as const
/** So many rows are shown at first. */
const SHOWN = 50

function LeftRows({ plan: { left, leftRows } }: { readonly plan: PeopleListPlan }) {
  const { t, language } = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const count = (number: number) => new Intl.NumberFormat(language).format(number)
  const shown = isWhole ? left : left.slice(0, SHOWN)
  return (
    <>
      <h3>{t('foyer.desk.import.left')}</h3>
      <ul className="soft">
        {KINDS.filter(kind => leftRows[kind] > 0).map(kind => (
          <li key={kind}>{t(`foyer.desk.import.left.${kind}`, count(leftRows[kind]))}</li>
        ))}
      </ul>
      <table className={css.rows}>
        <thead>
          <tr>
            <th scope="col">{t('foyer.desk.import.left.row')}</th>
            <th scope="col">{t('foyer.desk.import.left.column')}</th>
            <th scope="col">{t('foyer.desk.import.left.message')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, column, code, message }, index) => (
            <tr key={`${row} ${column} ${code} ${index}`}>
              <td className="number">{row}</td>
              <td>
                <bdi>{column}</bdi>
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < left.length && (
        <div>
          <Button tone="quiet" onClick={() => setWhole(true)}>
            {t('foyer.desk.import.left.more', count(left.length))}
          </Button>
        </div>
      )}
    </>
  )
}
