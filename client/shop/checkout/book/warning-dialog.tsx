import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Submission } from './use-submission.ts'

/** Something looks unusual: look again, or go on as it is (specification, booking 4). */
export function WarningDialog({ submission: { warnings, dropWarnings, send } }: { readonly submission: Submission }) {
  const t = useT()
  return (
    <Dialog
      isOpen={warnings.length > 0}
      title={t(warnings.length > 1 ? 'foyer.warning.title.several' : 'foyer.warning.title')}
      onDismiss={dropWarnings}
      actions={
        <>
          <Button tone="quiet" onClick={dropWarnings}>
            {t('warning.check')}
          </Button>
          <Button onClick={() => void send({ ignoreWarnings: true })}>{t('warning.proceed')}</Button>
        </>
      }
    >
      {warnings.map(({ code, params }) => (
        <p key={code}>{t(code, ...params)}</p>
      ))}
    </Dialog>
  )
}
