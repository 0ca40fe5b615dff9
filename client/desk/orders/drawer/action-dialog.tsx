import { type ReactNode, useEffect, useRef } from 'react'
import type { OrderActionForm, OrderActionName } from '#contract/desk-order-action.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { Form } from '../../parts/form.tsx'
import type { ActionState } from './use-action.ts'
import css from './drawer.module.css'

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
  const { plan, isSending, ask, act, problems } = action
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
      <div aria-live="polite">{plan && <WillHappen action={action} />}</div>
    </Dialog>
  )
}

function WillHappen({ action: { plan, isOther } }: { readonly action: ActionState }) {
  const t = useT()
  return (
    <>
      {isOther && <Notice tone="bad">{t('foyer.desk.order.act.other')}</Notice>}
      <h3>{t('foyer.desk.order.act.will')}</h3>
      <ol className={css.will}>
        {plan?.sentences.map(({ code, message }, index) => (
          <li key={`${index} ${code}`} dir="auto">
            {message}
          </li>
        ))}
      </ol>
    </>
  )
}
