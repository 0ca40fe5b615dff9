import type { BankEntry } from '#contract/desk-transfers.ts'
import { deskEntryAsidePath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { ChooseOrder } from './choose-order.tsx'
import { EntryHead, OrderLine } from './entry-lines.tsx'
import css from './transfers.module.css'

type EntryRowProps = { readonly entry: BankEntry; readonly organizationId: number; readonly onChanged: () => unknown }

/** A payment on the statement: who has paid what and when, which order it pays, and what can be done about it. */
export function EntryRow({ entry, organizationId, onChanged }: EntryRowProps) {
  const { t, language } = useLanguage()
  const { id, judgement, reason, orders, money } = entry
  return (
    <li className={css.entry}>
      <EntryHead entry={entry} />
      <span className={css.sum}>{formatAmount(money.amount, money.currency, language)}</span>
      <div className={css.judged}>
        {reason !== null && <p>{t(`foyer.desk.entry.reason.${reason}`)}</p>}
        {orders.map(order => (
          <OrderLine key={order.id} order={judgement === 'sure' ? { ...order, money: null } : order} />
        ))}
      </div>
      <div className={css.acts}>
        {judgement !== 'sure' && <ChooseOrder entry={entry} organizationId={organizationId} onChanged={onChanged} />}
        {judgement !== 'sure' && <Aside entryId={id} isAside name="foyer.desk.entry.aside" onChanged={onChanged} />}
      </div>
    </li>
  )
}

type AsideProps = {
  readonly entryId: string
  readonly isAside: boolean
  /** Text key of what is done. */
  readonly name: string
  readonly onChanged: () => unknown
}

/** Sets an entry aside that pays no order, or takes it up again. */
export function Aside({ entryId, isAside, name, onChanged }: AsideProps) {
  const { t } = useLanguage()
  const { send, isSending, problems } = useSending()
  const press = () =>
    send(
      () => server().call('PUT', deskEntryAsidePath, { params: { entryId }, body: { isAside } }),
      answer => (answer.kind === 'done' ? onChanged() : undefined),
    )
  return (
    <>
      <Button tone="quiet" busy={isSending} onClick={() => void press()}>
        {t(name)}
      </Button>
      {problems && <span role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</span>}
    </>
  )
}
