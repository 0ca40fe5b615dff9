import type { ReactNode } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './challenge.module.css'

type CheckFrameProps = {
  readonly isOpen?: boolean
  readonly isModal?: boolean
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** What surrounds every robot check. Escape and "not now" lead out, back to a page where nothing is lost. */
export function CheckFrame({ isOpen = true, isModal = true, onDismiss, children }: CheckFrameProps) {
  const t = useT()
  return (
    <Dialog
      isOpen={isOpen}
      isModal={isModal}
      title={t('challenge.modal.title')}
      onDismiss={onDismiss}
      actions={
        <Button tone="quiet" onClick={onDismiss}>
          {t('foyer.robot-check.skip')}
        </Button>
      }
    >
      <p>{t('challenge.modal.text')}</p>
      <div className={css.check}>{children}</div>
    </Dialog>
  )
}
