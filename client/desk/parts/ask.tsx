import { type ReactNode } from 'react'
import { problemText } from '#client/frame/calls/call-result.ts'
import type { Problems } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'

type AskProps = {
  readonly isOpen: boolean
  readonly title: string
  /** On the button that acts. */
  readonly act: string
  readonly isDanger?: boolean
  readonly isSending: boolean
  readonly problems?: Problems | undefined
  /** What will happen. */
  readonly children: ReactNode
  readonly onAct: () => unknown
  /** Called by the other button, and on Escape; undefined while the act can't be left. */
  readonly onLeave: (() => void) | undefined
}

/** A dialog that says what an act will do before it is done. */
export function Ask({ isOpen, title, act, isDanger, isSending, problems, children, onAct, onLeave }: AskProps) {
  const t = useT()
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      {...(onLeave && { onDismiss: onLeave })}
      actions={
        <>
          <Button tone="quiet" onClick={() => onLeave?.()}>
            {t('foyer.desk.leave-it')}
          </Button>
          <Button tone={isDanger ? 'danger' : 'main'} busy={isSending} onClick={() => void onAct()}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
    </Dialog>
  )
}
