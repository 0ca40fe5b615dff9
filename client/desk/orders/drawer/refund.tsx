import { useState } from 'react'
import type { OrderActionForm } from '#contract/desk-order-action.ts'
import { CheckboxField, SelectField, TextField } from '#client/kit/field/field.tsx'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useProblemOf } from '../../parts/form.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { PartProps } from './drawer.tsx'
import { useAction } from './use-action.ts'
import css from './drawer.module.css'

const KINDS = ['ORDER', 'TICKETS', 'AMOUNT'] as const
type Kind = (typeof KINDS)[number]

/** Refunds an order, tickets or an amount; the money goes back the way it came, or is returned elsewhere. */
export function Refund({ order, reload, onClose }: PartProps & { readonly onClose: () => void }) {
  const { t, language } = useLanguage()
  const { seats, sums, money } = order
  const left = sums?.left ?? '0'
  const [what, setWhat] = useState<Kind>('ORDER')
  const [tickets, setTickets] = useState<readonly string[]>([])
  const [amount, setAmount] = useState(left)
  const [isMoneyReturned, setMoneyReturned] = useState(!isZero(left))
  const [areHoldersNotified, setHoldersNotified] = useState(false)
  const action = useAction(order.id, async () => {
    await reload()
    onClose()
  })
  const problemOf = useProblemOf(action.problems)
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      action.dropPlan()
      set(value)
    }
  const kinds = KINDS.filter(kind => (kind === 'TICKETS' ? seats.length > 1 : kind === 'ORDER' || !isZero(left)))
  const form: OrderActionForm = {
    action: 'refund',
    what,
    money: what === 'AMOUNT' || isMoneyReturned,
    notifyHolders: what !== 'AMOUNT' && areHoldersNotified,
    ...(what === 'TICKETS' && { tickets: [...tickets] }),
    ...(what === 'AMOUNT' && { amount: amount.trim().replace(',', '.') }),
  }
  return (
    <ActionDialog
      name="refund"
      action={action}
      form={form}
      isDanger
      onClose={onClose}
      fields={
        <>
          {money?.currency && (
            <p className="soft">{t('foyer.desk.order.act.left', formatAmount(left, money.currency, language))}</p>
          )}
          <SelectField
            id="act-what"
            label={t('foyer.desk.order.act.refund.kind')}
            error={problemOf('what')}
            value={what}
            onChange={event => changing(setWhat)(KINDS.find(kind => kind === event.target.value) ?? 'ORDER')}
          >
            {kinds.map(kind => (
              <option key={kind} value={kind}>
                {t(`foyer.desk.order.act.refund.${kind.toLowerCase()}`)}
              </option>
            ))}
          </SelectField>
          {what === 'TICKETS' && (
            <TicketChoice order={order} chosen={tickets} onChange={changing(setTickets)} error={problemOf('tickets')} />
          )}
          {what === 'AMOUNT' && (
            <TextField
              id="act-amount"
              label={t('foyer.desk.order.act.amount', money?.currency ?? '')}
              inputMode="decimal"
              autoComplete="off"
              error={problemOf('amount')}
              value={amount}
              onChange={event => changing(setAmount)(event.target.value)}
            />
          )}
          {what !== 'AMOUNT' && !isZero(left) && (
            <CheckboxField
              id="act-money"
              label={t('foyer.desk.order.act.money')}
              hint={t('foyer.desk.order.act.money.hint')}
              checked={isMoneyReturned}
              onChange={event => changing(setMoneyReturned)(event.target.checked)}
            />
          )}
          {what !== 'AMOUNT' && (
            <CheckboxField
              id="act-holders"
              label={t('foyer.desk.order.act.holders')}
              checked={areHoldersNotified}
              onChange={event => changing(setHoldersNotified)(event.target.checked)}
            />
          )}
        </>
      }
    />
  )
}

type TicketChoiceProps = Pick<PartProps, 'order'> & {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly error: string | undefined
}

function TicketChoice({ order: { seats, money }, chosen, onChange, error }: TicketChoiceProps) {
  const { t, language } = useLanguage()
  const currency = money?.currency ?? null
  return (
    <fieldset className={css.picks}>
      <legend>{t('foyer.desk.orders.tickets')}</legend>
      {error !== undefined && <p id="act-tickets-error">{error}</p>}
      {seats.map(({ id, firstName, lastName, category, price }, index) => (
        <CheckboxField
          key={id}
          id={index === 0 ? 'act-tickets' : `act-tickets-${index}`}
          label={[
            `${firstName} ${lastName}`.trim() || category,
            price !== null && currency !== null && formatAmount(price, currency, language),
          ]
            .filter(Boolean)
            .join(' · ')}
          checked={chosen.includes(id)}
          onChange={event => onChange(event.target.checked ? [...chosen, id] : chosen.filter(each => each !== id))}
        />
      ))}
    </fieldset>
  )
}
