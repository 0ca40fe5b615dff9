import { type ReactNode, useEffect, useRef } from 'react'
import type { OrderActionForm, OrderActionName } from '#contract/desk-order-action.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { Form } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import { WillHappen } from '../../parts/will-happen.tsx'
import type { ActionState } from './use-action.ts'

type ActionDialogProps = {
  readonly name: OrderActionName
  readonly action: ActionState
  /** What is asked for; read at each press. */
  readonly form: OrderActionForm
  /** What is to be filled in first; an action without fields is planned at once. */
  readonly fields?: ReactNode
  readonly isDanger?: boolean
  readonly onClose: () => void
}

/** Says what an action will do, and does it. The safe button is the first. */
export function ActionDialog({ name, action, form, fields, isDanger = false, onClose }: ActionDialogProps) {
  const t = useT()
  const { plan, isOther, isSending, ask, act, problems } = action
  const isPlain = fields === undefined
  const isSent = useRef(false)
  useEffect(() => {
    if (!isPlain || isSent.current) return
    isSent.current = true
    void ask(form)
  })
  return (
    <Dialog
      isOpen
      title={t(`foyer.desk.order.act.${name}`)}
      onDismiss={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('foyer.desk.leave-it')}
          </Button>
          {plan ? (
            <Button tone={isDanger ? 'danger' : 'main'} busy={isSending} onClick={() => void act()}>
              {t(`foyer.desk.order.act.${name}.do`)}
            </Button>
          ) : (
            !isPlain && (
              <Button busy={isSending} onClick={() => void ask(form)}>
                {t('foyer.desk.order.act.what')}
              </Button>
            )
          )}
        </>
      }
    >
      {fields === undefined ? (
        <div role="alert">
          {problems?.list.map(each => (
            <p key={each.code}>{problemText(t, each)}</p>
          ))}
        </div>
      ) : (
        <Form
          problems={plan ? undefined : problems}
          title={t('foyer.desk.order.act.not')}
          onSubmit={() => ask(form)}
          idOf={field => `act-${field}`}
        >
          {fields}
        </Form>
      )}
      <div aria-live="polite">
        {plan && <WillHappen sentences={plan.sentences.map(({ message }) => message)} isOther={isOther} />}
      </div>
    </Dialog>
  )
}
