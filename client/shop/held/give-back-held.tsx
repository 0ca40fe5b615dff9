import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenReservation } from '#contract/own.ts'
import { explain } from '../../api/answer.ts'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useToast } from '../../kit/toast/toast-context.ts'
import { useT } from '../../language/language-context.ts'
import { dropDraft, dropLeftover } from '../pages/reservation/book/booking-draft.ts'
import { giveBack } from '../pages/reservation/calls.ts'
import { tabStorage } from '../tab-storage.ts'
import { forgetHeld } from './forget-held.ts'

type GiveBackHeldProps = {
  readonly order: OpenReservation
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks once before the tickets go back; the visitor stays where they are. */
export function GiveBackHeld({ order, isOpen, onClose }: GiveBackHeldProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const place = { type: 'event', publicIdentifier: order.event.shortName, reservationId: order.id } as const
    const { answer } = await giveBack(place)
    setLeaving(false)
    onClose()
    if (answer.kind !== 'done' && answer.kind !== 'missing') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    dropDraft(tabStorage, place)
    dropLeftover(tabStorage, place)
    toast(t('foyer.held.given-back'), 'good')
    forgetHeld(cache, order.id)
    await cache.invalidateQueries({ queryKey: ['ticket-categories', order.event.shortName] })
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
            {t('foyer.held.give-back')}
          </Button>
        </>
      }
    >
      <p>{t('reservation-page.cancel-reservation.confirmation.text')}</p>
    </Dialog>
  )
}
