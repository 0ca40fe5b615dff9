import { useNavigate } from 'react-router'
import { GiveBackDialog } from '../held/give-back-dialog.tsx'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'

type GiveBackOrderProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Cancels the order of this page; then leads to its event, or stays in the frame of a page that was informed. */
export function GiveBackOrder({ isOpen, onClose }: GiveBackOrderProps) {
  const navigate = useNavigate()
  const { place, change } = useOpenReservation()
  const leave = ({ isTold }: { readonly isTold: boolean }) => {
    if (isTold) change({ status: 'CANCELLED' })
    else void navigate(contextAddress(place))
  }
  return <GiveBackDialog place={place} isOpen={isOpen} onClose={onClose} onGone={leave} />
}
