import { useState } from 'react'
import type { Drawer, Sale, UndoPlan } from '#contract/box-office.ts'
import { boxUndoPath, boxUndoPlanPath } from '#contract/paths.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { isZero } from '#client/language/formats.ts'
import { useT } from '#client/language/language-context.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { useAmount } from './amount.ts'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type UndoSaleProps = {
  readonly sale: Sale
  readonly drawer: Drawer
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly onUndone: (sale: Sale) => void
}

/** Undoes a mistaken sale: first what will happen, then that, once. */
export function UndoSale({ sale, drawer, calls, onUndone }: UndoSaleProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [plan, setPlan] = useState<UndoPlan>()
  const [params, drawerId] = [{ saleId: sale.id }, drawer.id]
  const look = () =>
    send(
      () =>
        ask(calls, (opened, signal) => opened.call('POST', boxUndoPlanPath, { params, body: { drawerId }, signal })),
      result => result.kind === 'done' && setPlan(result.value),
    )
  const undo = ({ seen }: UndoPlan) =>
    send(
      () =>
        ask(calls, (opened, signal) => opened.call('POST', boxUndoPath, { params, body: { drawerId, seen }, signal })),
      async result => {
        if (result.kind === 'done') onUndone(result.value)
        else if (result.kind === 'conflict') setPlan(undefined)
      },
    )
  return (
    <section className={css.sheet} aria-label={t('foyer.box.undo')}>
      <Form problems={problems} title={t('foyer.box.not-done')} onSubmit={() => (plan ? undo(plan) : look())}>
        <div role="status">{plan && <Plan plan={plan} />}</div>
        <div className={css.acts}>
          <Button type="submit" tone={plan ? 'danger' : 'quiet'} busy={isSending}>
            {t(plan ? 'foyer.box.undo.do' : 'foyer.box.undo')}
          </Button>
          {plan && <TextButton onClick={() => setPlan(undefined)}>{t('foyer.box.undo.keep')}</TextButton>}
        </div>
      </Form>
    </section>
  )
}

function Plan({ plan }: { readonly plan: UndoPlan }) {
  const t = useT()
  const amount = useAmount(plan.currency)
  const { tickets, returned, way, mails } = plan
  return (
    <ul className={css.plan}>
      <li>{tickets === 1 ? t('foyer.box.undo.ticket') : t('foyer.box.undo.tickets', tickets)}</li>
      {!isZero(returned) && (
        <li>{t(`foyer.box.undo.money.${way === 'TERMINAL' ? 'TERMINAL' : 'CASH'}`, amount(returned))}</li>
      )}
      {mails > 0 && <li>{t('foyer.box.undo.mail')}</li>}
    </ul>
  )
}
