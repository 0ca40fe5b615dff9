import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import { removeHeld } from '../../shell/calls/held-query.ts'
import { releaseOrder } from '../calls.ts'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'

/** The time is up: the tickets go back, what was typed stays in this tab, and a new choice is one press away. */
export function ExpiredDialog({ isOpen }: { readonly isOpen: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { place, change } = useOpenReservation()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    // Whatever the answer: an expired reservation is gone soon, with or without our help.
    const { isInformed } = await releaseOrder(place)
    removeHeld(cache, place.reservationId)
    if (isInformed) change({ status: 'CANCELLED' })
    else navigate(contextAddress(place))
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={t('session-expired.header.title')}
      actions={
        <Button busy={isLeaving} onClick={() => void leave()}>
          {t('foyer.expired.again')}
        </Button>
      }
    >
      <p>{t('foyer.expired.kept')}</p>
    </Dialog>
  )
}
