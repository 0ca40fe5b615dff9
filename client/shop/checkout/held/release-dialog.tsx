import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { dropBuyer, dropDraft, dropLeftover } from '../details/booking-draft.ts'
import { releaseOrder } from '../calls.ts'
import { type Place, contextAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { removeHeld } from '../../shell/calls/held-query.ts'
import { useNavigate } from '#client/routing/router.tsx'

type ReleaseDialogProps = {
  readonly place: Place
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called once nothing of the order is kept; `isInformed`: the page around the frame knows. */
  readonly onGone: (gone: { readonly isInformed: boolean }) => void
}

/** Asks before the tickets go back; then nothing of the order is kept. An order that is gone already is no failure. */
export function ReleaseDialog({ place, isOpen, onClose, onGone }: ReleaseDialogProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const { answer, isInformed } = await releaseOrder(place)
    setLeaving(false)
    if (answer.kind !== 'done' && answer.kind !== 'missing') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    if (answer.kind === 'done' && !answer.value) return toast(t('foyer.order.kept'), 'bad')
    onClose()
    dropDraft(tabStorage, place)
    dropLeftover(tabStorage, place)
    dropBuyer(tabStorage)
    removeHeld(cache, place.reservationId)
    onGone({ isInformed })
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={t('foyer.cancel.title')}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('foyer.cancel.keep')}</Button>
          <Button tone="quiet" busy={isLeaving} onClick={() => void leave()}>
            {t('foyer.held.give-back')}
          </Button>
        </>
      }
    >
      <p>{t('foyer.cancel.text')}</p>
    </Dialog>
  )
}

type ReleaseOrderProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Cancels the order of this page; then leads to its event, or stays in the frame of a page that was informed. */
export function ReleaseOrder({ isOpen, onClose }: ReleaseOrderProps) {
  const navigate = useNavigate()
  const { place, change } = useOpenReservation()
  const leave = ({ isInformed }: { readonly isInformed: boolean }) => {
    if (isInformed) change({ status: 'CANCELLED' })
    else navigate(contextAddress(place))
  }
  return <ReleaseDialog place={place} isOpen={isOpen} onClose={onClose} onGone={leave} />
}
