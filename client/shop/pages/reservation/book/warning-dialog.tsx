import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Submission } from './use-submission.ts'

/** Something looks unusual: look again, or go on as it is (specification, booking 4). */
export function WarningDialog({ submission: { warning, dropWarning, send } }: { readonly submission: Submission }) {
  const t = useT()
  return (
    <Dialog
      isOpen={warning !== undefined}
      title={t('foyer.warning.title')}
      onDismiss={dropWarning}
      actions={
        <>
          <Button tone="quiet" onClick={dropWarning}>
            {t('warning.check')}
          </Button>
          <Button onClick={() => void send({ ignoreWarnings: true })}>{t('warning.proceed')}</Button>
        </>
      }
    >
      <p>{warning && t(warning.code, ...warning.params)}</p>
    </Dialog>
  )
}
