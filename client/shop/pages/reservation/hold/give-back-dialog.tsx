import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#client/api/answer.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import { forgetHeld } from '../../../held/forget-held.ts'
import { tabStorage } from '../../../tab-storage.ts'
import { dropDraft, dropLeftover } from '../book/booking-draft.ts'
import { giveBack } from '../calls.ts'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'

type GiveBackDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Asks before the tickets go back; then nothing of the order is kept. */
export function GiveBackDialog({ isOpen, onClose }: GiveBackDialogProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { place, change } = useOpenReservation()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    const { answer, isTold } = await giveBack(place)
    setIsLeaving(false)
    if (answer.kind !== 'done') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    dropDraft(tabStorage, place)
    dropLeftover(tabStorage, place)
    forgetHeld(cache, place.reservationId)
    if (isTold) change({ status: 'CANCELLED' })
    else await navigate(contextAddress(place))
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={t('foyer.cancel.title')}
      onDismiss={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('foyer.cancel.keep')}
          </Button>
          <Button tone="danger" busy={isLeaving} onClick={() => void leave()}>
            {t('foyer.hold.give-back')}
          </Button>
        </>
      }
    >
      <p>{t('reservation-page.cancel-reservation.confirmation.text')}</p>
    </Dialog>
  )
}
