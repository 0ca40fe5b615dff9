import { useState } from 'react'
import type { OrderActionForm } from '#contract/desk-order-action.ts'
import { type Problems, useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { CheckboxField, SelectField, TextField } from '#client/kit/field/field.tsx'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { PartProps } from './part.ts'
import { useAction } from './use-action.ts'
import css from './drawer.module.css'

const KINDS = ['ORDER', 'TICKETS', 'AMOUNT'] as const
type Kind = (typeof KINDS)[number]

/** What is chosen in the dialog. */
type Choice = {
  readonly what: Kind
  readonly tickets: readonly string[]
  readonly amount: string
  readonly isMoneyReturned: boolean
  readonly areHoldersNotified: boolean
}

function formOf({ what, tickets, amount, isMoneyReturned, areHoldersNotified }: Choice): OrderActionForm {
  return {
    action: 'refund',
    what,
    money: what === 'AMOUNT' || isMoneyReturned,
    notifyHolders: what !== 'AMOUNT' && areHoldersNotified,
    ...(what === 'TICKETS' && { tickets: [...tickets] }),
    ...(what === 'AMOUNT' && { amount: amount.trim().replace(',', '.') }),
  }
}

/** Refunds an order, tickets or an amount; the money goes back the way it came, or is returned elsewhere. */
export function Refund({ order, reload, onClose }: PartProps & { readonly onClose: () => void }) {
  const left = order.sums?.left ?? '0'
  const [choice, setChoice] = useState<Choice>({
    what: 'ORDER',
    tickets: [],
    amount: left,
    isMoneyReturned: !isZero(left),
    areHoldersNotified: false,
  })
  const action = useAction(order.id, async () => {
    await reload()
    onClose()
  })
  const change = (part: Partial<Choice>) => {
    action.dropPlan()
    setChoice({ ...choice, ...part })
  }
  return (
    <ActionDialog
      name="refund"
      action={action}
      form={formOf(choice)}
      isDanger
      onClose={onClose}
      fields={<RefundFields order={order} choice={choice} change={change} problems={action.problems} />}
    />
  )
}

type RefundFieldsProps = Pick<PartProps, 'order'> & {
  readonly choice: Choice
  readonly change: (part: Partial<Choice>) => void
  readonly problems: Problems | undefined
}

function RefundFields({ order, choice, change, problems }: RefundFieldsProps) {
  const { t, language } = useLanguage()
  const problemOf = useProblemOf(problems)
  const { what, tickets, amount } = choice
  const { seats, sums, money } = order
  const left = sums?.left ?? '0'
  const isAnyLeft = !isZero(left)
  const kinds = KINDS.filter(kind => (kind === 'TICKETS' ? seats.length > 1 : kind === 'ORDER' || isAnyLeft))
  return (
    <>
      {isAnyLeft && money?.currency && (
        <p className="soft">{t('foyer.desk.order.act.left', formatAmount(left, money.currency, language))}</p>
      )}
      <SelectField
        id="act-what"
        label={t('foyer.desk.order.act.refund.kind')}
        error={problemOf('what')}
        value={what}
        onChange={event => change({ what: KINDS.find(kind => kind === event.target.value) ?? 'ORDER' })}
      >
        {kinds.map(kind => (
          <option key={kind} value={kind}>
            {t(`foyer.desk.order.act.refund.${kind.toLowerCase()}`)}
          </option>
        ))}
      </SelectField>
      {what === 'TICKETS' && (
        <TicketChoice
          order={order}
          chosen={tickets}
          onChange={chosen => change({ tickets: chosen })}
          error={problemOf('tickets')}
        />
      )}
      {what === 'AMOUNT' ? (
        <TextField
          id="act-amount"
          label={t('foyer.desk.order.act.amount', money?.currency ?? '')}
          inputMode="decimal"
          autoComplete="off"
          error={problemOf('amount')}
          value={amount}
          onChange={event => change({ amount: event.target.value })}
        />
      ) : (
        <WithOrder choice={choice} change={change} isAnyLeft={isAnyLeft} />
      )}
    </>
  )
}

type WithOrderProps = Pick<RefundFieldsProps, 'choice' | 'change'> & { readonly isAnyLeft: boolean }

/** What else is done where tickets leave. */
function WithOrder({ choice, change, isAnyLeft }: WithOrderProps) {
  const { t } = useLanguage()
  return (
    <>
      {isAnyLeft && (
        <CheckboxField
          id="act-money"
          label={t('foyer.desk.order.act.money')}
          hint={t('foyer.desk.order.act.money.hint')}
          checked={choice.isMoneyReturned}
          onChange={event => change({ isMoneyReturned: event.target.checked })}
        />
      )}
      <CheckboxField
        id="act-holders"
        label={t('foyer.desk.order.act.holders')}
        checked={choice.areHoldersNotified}
        onChange={event => change({ areHoldersNotified: event.target.checked })}
      />
    </>
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
