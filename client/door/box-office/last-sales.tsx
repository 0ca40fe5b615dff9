import type { BoxOffice, Sale } from '#contract/box-office.ts'
import { boxSalePath } from '#contract/paths.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { useAmount } from './amount.ts'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type LastSalesProps = {
  readonly box: BoxOffice
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly timezone: string
  readonly onShow: (sale: Sale) => void
}

/** The last sales of this door, each shown, printed again or undone where that is wanted. */
export function LastSales({ box, calls, timezone, onShow }: LastSalesProps) {
  const t = useT()
  const dates = useDates(timezone)
  const amount = useAmount(box.currency)
  const { send, isSending, problems } = useSending()
  const show = (saleId: number) =>
    send(
      () => ask(calls, (opened, signal) => opened.call('GET', boxSalePath, { params: { saleId }, signal })),
      result => result.kind === 'done' && onShow(result.value),
    )
  return (
    <section className={css.sheet} aria-label={t('foyer.box.last')}>
      <h2>{t('foyer.box.last')}</h2>
      {box.sales.length === 0 && <p className="soft">{t('foyer.box.last.none')}</p>}
      {problems && <p role="alert">{t('foyer.box.offline')}</p>}
      <ol className={css.lines}>
        {box.sales.map(sale => (
          <li key={sale.id} data-off={sale.isUndone || undefined}>
            <span>
              <b>{amount(sale.amount)}</b> {t(`foyer.box.way.${sale.way}`)}
              <br />
              <span className="soft">
                {[
                  dates.time(sale.at),
                  sale.tickets === 1 ? t('foyer.box.ticket') : t('foyer.box.tickets-count', sale.tickets),
                  sale.person,
                  sale.isUndone && t('foyer.box.state.UNDONE'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <TextButton busy={isSending} onClick={() => void show(sale.id)}>
              {t('foyer.box.see')}
              <span className="unseen">: {amount(sale.amount)}</span>
            </TextButton>
          </li>
        ))}
      </ol>
    </section>
  )
}
