import { useQueryClient } from '@tanstack/react-query'
import type { OpenReservation } from '#contract/own.ts'
import { useToast } from '../../kit/toast/toast-context.ts'
import { useT } from '../../language/language-context.ts'
import { GiveBackDialog } from './give-back-dialog.tsx'

type GiveBackHeldProps = {
  readonly order: OpenReservation
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Gives back what is held from any page; the visitor stays where they are. */
export function GiveBackHeld({ order: { id, event }, isOpen, onClose }: GiveBackHeldProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryClient()
  const place = { type: 'event', publicIdentifier: event.shortName, reservationId: id } as const
  const stay = () => {
    toast(t('foyer.held.given-back'), 'good')
    void cache.invalidateQueries({ queryKey: ['ticket-categories', event.shortName] })
  }
  return <GiveBackDialog place={place} isOpen={isOpen} onClose={onClose} onGone={stay} />
}
