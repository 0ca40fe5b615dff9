import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#client/api/answer.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { type TicketPlace, giveTicketBack } from '../calls.ts'

type ReleaseDialogProps = {
  readonly isOpen: boolean
  readonly place: TicketPlace
  readonly onClose: () => void
}

/** Asks before the ticket goes back, which can't be undone; then the page of the event is all there is. */
export function ReleaseDialog({ isOpen, place, onClose }: ReleaseDialogProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    const answer = await giveTicketBack(place)
    setIsLeaving(false)
    if (answer.kind === 'done' || answer.kind === 'missing') {
      await navigate(pathTo(eventPagePath, { shortName: place.shortName }), { replace: true })
      cache.removeQueries({ queryKey: ['ticket', place.shortName, place.ticketId] })
      toast(t('foyer.ticket.given-back'), 'good')
      return
    }
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
            {t('reservation-page-complete.confirm-cancellation.button.no')}
          </Button>
          <Button tone="danger" busy={isLeaving} onClick={() => void leave()}>
            {t('reservation-page-complete.confirm-cancellation.button.yes')}
          </Button>
        </>
      }
    >
      <p>{t('reservation-page-complete.confirm-cancellation.text')}</p>
    </Dialog>
  )
}
