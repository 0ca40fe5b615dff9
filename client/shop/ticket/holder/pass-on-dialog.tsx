import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import type { PassingOn } from './passing-on.ts'

type PassOnDialogProps = {
  /** Undefined: nothing is asked. */
  readonly passing: PassingOn | undefined
  readonly onKeep: () => void
  readonly onPassOn: () => void
}

/** Asks before the ticket leaves for another address, from where it can't be taken back. */
export function PassOnDialog({ passing, onKeep, onPassOn }: PassOnDialogProps) {
  const t = useT()
  const { name = '', email = '', isSameName = false } = passing ?? {}
  return (
    <Dialog
      isOpen={passing !== undefined}
      title={isSameName ? t('foyer.ticket.send-to.title', email) : t('foyer.ticket.pass-on.title', name)}
      onDismiss={onKeep}
      actions={
        <>
          <Button tone="quiet" onClick={onKeep}>
            {t('foyer.ticket.release.keep')}
          </Button>
          <Button onClick={onPassOn}>{t(isSameName ? 'foyer.ticket.send-to.do' : 'foyer.ticket.pass-on.do')}</Button>
        </>
      }
    >
      <p>{isSameName ? t('foyer.ticket.send-to.text') : t('foyer.ticket.pass-on.text', email)}</p>
    </Dialog>
  )
}
