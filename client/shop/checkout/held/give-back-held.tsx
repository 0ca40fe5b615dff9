import { useQueryClient } from '@tanstack/react-query'
import type { OpenReservation } from '#contract/own.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { OtherTexts } from '#client/language/own-texts.tsx'
import { PASS_WORDS } from '../frame/pass-words.ts'
import { GiveBackDialog } from './give-back-dialog.tsx'

type GiveBackHeldProps = {
  readonly order: OpenReservation
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Releases what is held from any page; the visitor stays where they are. */
export function GiveBackHeld({ order: { id, of }, isOpen, onClose }: GiveBackHeldProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryClient()
  const { type, publicIdentifier } = of
  const isOfPass = type === 'subscription'
  const stay = () => {
    toast(t(isOfPass ? PASS_WORDS['foyer.held.given-back'] : 'foyer.held.given-back'), 'good')
    void cache.invalidateQueries({ queryKey: [isOfPass ? 'pass' : 'ticket-categories', publicIdentifier] })
  }
  const dialog = (
    <GiveBackDialog
      place={{ type, publicIdentifier, reservationId: id }}
      isOpen={isOpen}
      onClose={onClose}
      onGone={stay}
    />
  )
  return isOfPass ? <OtherTexts words={PASS_WORDS}>{dialog}</OtherTexts> : dialog
}
