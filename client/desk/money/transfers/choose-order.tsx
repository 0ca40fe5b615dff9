import { useId, useState } from 'react'
import type { BankEntry, TransferOrder } from '#contract/desk-transfers.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { formatAmount, trimmed } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { EntryHead, OrderLine } from './entry-lines.tsx'
import { transfersQuery } from './queries.ts'
import { useBooking } from './use-booking.ts'
import css from './transfers.module.css'

type ChooseOrderProps = {
  readonly entry: BankEntry
  readonly organizationId: number
  readonly onChanged: () => unknown
}

const SHOWN = 8

/** Which order an entry pays that names none, or not surely: those it may pay come first, any other is found by name or sum. */
export function ChooseOrder({ entry, organizationId, onChanged }: ChooseOrderProps) {
  const { t, language } = useLanguage()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isAccepted, setAccepted] = useState(false)
  const booking = useBooking(entry, onChanged)
  const { chosen, choose, isSending, problems } = booking
  const isOther = chosen !== undefined && !isSameMoney(entry, chosen)
  const close = () => {
    setOpen(false)
    choose(undefined)
    setAccepted(false)
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        {t('foyer.desk.entry.choose')}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={t('foyer.desk.entry.choose')}
        onDismiss={close}
        actions={
          <>
            <Button tone="quiet" onClick={close}>
              {t('foyer.desk.cancel')}
            </Button>
            {chosen && (
              <Button busy={isSending} onClick={() => void booking.book(chosen, isOther && isAccepted)}>
                {t('foyer.desk.need.confirm')}
              </Button>
            )}
          </>
        }
      >
        <EntryHead entry={entry} />
        <p className={css.sum}>{formatAmount(entry.money.amount, entry.money.currency, language)}</p>
        <FoundOrders
          id={id}
          organizationId={organizationId}
          proposed={entry.orders.filter(({ money }) => money !== null)}
          chosen={chosen?.id}
          onChoose={order => {
            choose(order)
            setAccepted(false)
          }}
        />
        {isOther && (
          <CheckboxField
            id={`${id}-accepted`}
            label={t('foyer.desk.entry.accept-difference')}
            checked={isAccepted}
            onChange={({ target }) => setAccepted(target.checked)}
          />
        )}
        {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
      </Dialog>
    </>
  )
}

const isSameMoney = ({ money }: BankEntry, { money: due }: TransferOrder): boolean =>
  due !== null && due.currency === money.currency && trimmed(due.amount) === trimmed(money.amount)

type FoundProps = {
  readonly id: string
  readonly organizationId: number
  readonly proposed: readonly TransferOrder[]
  readonly chosen: string | undefined
  readonly onChoose: (order: TransferOrder) => void
}

/** Those that are likely, until something is typed. */
function FoundOrders({ id, organizationId, proposed, chosen, onChoose }: FoundProps) {
  const { t } = useLanguage()
  const [q, setQ] = useState('')
  const found = useQuery({
    ...transfersQuery({ organizationId, q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const orders = q === '' ? proposed : (found.data?.orders ?? []).slice(0, SHOWN)
  return (
    <>
      <TextField
        id={id}
        type="search"
        label={t('foyer.desk.entry.search')}
        hint={t('foyer.desk.entry.search.hint')}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      <fieldset className={css.found}>
        <legend className="unseen">{t('foyer.desk.entry.orders')}</legend>
        {orders.map(order => (
          <label key={order.id}>
            <input type="radio" name={`${id}-order`} checked={chosen === order.id} onChange={() => onChoose(order)} />
            <OrderLine order={order} />
          </label>
        ))}
        {q !== '' && found.data?.orders.length === 0 && <p className="soft">{t('foyer.desk.entry.none-found')}</p>}
      </fieldset>
    </>
  )
}
