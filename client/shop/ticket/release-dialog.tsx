import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { type TicketPlace, releaseTicket } from './calls.ts'
import { dropHolderDraft } from './holder/holder-values.ts'

type ReleaseDialogProps = {
  readonly isOpen: boolean
  readonly place: TicketPlace
  readonly onClose: () => void
  /** The ticket has no holder any more: leads on from there. */
  readonly onReleased: () => Promise<void>
}

/** Asks before the ticket goes back, which can't be undone. */
export function ReleaseDialog({ isOpen, place, onClose, onReleased }: ReleaseDialogProps) {
  const t = useT()
  const toast = useToast()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    const answer = await releaseTicket(place)
    if (answer.kind === 'done' || answer.kind === 'missing') {
      dropHolderDraft(tabStorage, place)
      await onReleased()
      toast(t('foyer.ticket.given-back'), 'good')
      return
    }
    setIsLeaving(false)
    onClose()
    const isRefused = answer.kind === 'failed' && answer.status === 400
    const problems = isRefused ? [{ code: 'foyer.ticket.stays', args: [] }] : explain(answer)
    for (const { code, args } of problems) toast(t(code, ...args), 'bad')
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={t('reservation-page-complete.confirm-cancellation.title')}
      onDismiss={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('foyer.ticket.release.keep')}
          </Button>
          <Button tone="danger" busy={isLeaving} onClick={() => void leave()}>
            {t('foyer.ticket.release.give-back')}
          </Button>
        </>
      }
    >
      <p>{t('reservation-page-complete.confirm-cancellation.text')}</p>
    </Dialog>
  )
}
