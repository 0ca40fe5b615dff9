import { useState } from 'react'
import type { DeskTicket } from '#contract/desk-order-detail.ts'
import { useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { PartProps } from './part.ts'
import { useAction } from './use-action.ts'

type CorrectPersonProps = PartProps & {
  /** Whose holder it is; left out: the buyer is corrected. */
  readonly seat?: DeskTicket
  readonly onClose: () => void
}

/** Corrects a name or an address that was wrong, without acting as the person. */
export function CorrectPerson({ order, seat, reload, onClose }: CorrectPersonProps) {
  const t = useT()
  const { firstName, lastName, email } = seat ?? order.buyer
  const [typed, setTyped] = useState({ firstName, lastName, email })
  const [writesAgain, setWritesAgain] = useState(false)
  const action = useAction(order.id, async () => {
    await reload()
    onClose()
  })
  const problemOf = useProblemOf(action.problems)
  const form = seat
    ? { action: 'correct-holder' as const, ticketId: seat.id, ...typed }
    : { action: 'correct-buyer' as const, writeAgain: writesAgain, ...typed }
  return (
    <ActionDialog
      name={form.action}
      action={action}
      form={form}
      onClose={onClose}
      fields={
        <>
          {(['firstName', 'lastName', 'email'] as const).map(name => (
            <TextField
              key={name}
              id={`act-${name}`}
              label={t(`foyer.desk.order.act.${name}`)}
              type={name === 'email' ? 'email' : 'text'}
              autoComplete="off"
              error={problemOf(name)}
              value={typed[name]}
              onChange={event => {
                action.dropPlan()
                setTyped({ ...typed, [name]: event.target.value })
              }}
            />
          ))}
          {!seat && (
            <CheckboxField
              id="act-write-again"
              label={t('foyer.desk.order.act.write-again')}
              checked={writesAgain}
              onChange={event => {
                action.dropPlan()
                setWritesAgain(event.target.checked)
              }}
            />
          )}
        </>
      }
    />
  )
}
