import type { BankEntry, TransferOrder } from '#contract/desk-transfers.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import css from './transfers.module.css'

/** Day, payer and what they have written, as the bank has it. */
export function EntryHead({
  entry,
}: {
  readonly entry: Pick<BankEntry, 'bookedOn' | 'payer' | 'text' | 'references'>
}) {
  const { t } = useLanguage()
  const dates = useDates('UTC')
  const { bookedOn, payer, text, references } = entry
  return (
    <div className={css.head}>
      <span className="soft">{dates.day(Date.parse(bookedOn))}</span>
      <b>
        <bdi>{payer ?? t('foyer.desk.entry.nameless')}</bdi>
      </b>
      <span className={css.words}>
        <bdi>{[text, ...references].filter(one => one !== '').join(' · ')}</bdi>
      </span>
    </div>
  )
}

/** An order in a line: its number, its buyer, its event and what is due. */
export function OrderLine({ order: { reference, person, title, money } }: { readonly order: TransferOrder }) {
  const { language } = useLanguage()
  return (
    <p className={css.order}>
      <code>{reference}</code>
      {person !== null && <bdi>{person}</bdi>}
      {title !== '' && (
        <bdi className="soft" dir="auto">
          {title}
        </bdi>
      )}
      {money && <span className="number">{formatAmount(money.amount, money.currency, language)}</span>}
    </p>
  )
}
