import { useState } from 'react'
import { useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { localOf, momentOf } from '../../parts/local-time.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { PartProps } from './part.ts'
import { useAction } from './use-action.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

/** Puts off when a transfer is due, by the clock of the event. */
export function ExtendTransfer({ order, reload, onClose }: PartProps & { readonly onClose: () => void }) {
  const t = useT()
  const { timezone } = order.of
  const action = useAction(order.id, async () => {
    await reload()
    onClose()
  })
  const problemOf = useProblemOf(action.problems)
  const [until, setUntil] = useState(() => localOf(Math.max(order.dueAt ?? 0, Date.now()) + WEEK_MS, timezone))
  return (
    <ActionDialog
      name="extend-transfer"
      action={action}
      form={{ action: 'extend-transfer', until: momentOf(until, timezone) }}
      onClose={onClose}
      fields={
        <DateTimeField
          id="act-until"
          label={t('foyer.desk.order.act.until')}
          hint={t('foyer.desk.order.act.until.hint', timezone)}
          error={problemOf('until')}
          value={until}
          onChange={value => {
            action.dropPlan()
            setUntil(value)
          }}
        />
      }
    />
  )
}
