import type { ReservationInfo } from '#contract/reservation.ts'
import { isEmbedded } from '../../shell/embedding/is-embedded.ts'

/** Does the page around the shop bring the contact details itself? */
export function hidesContact({ metadata }: Pick<ReservationInfo, 'metadata'>): boolean {
  return metadata.hideContactData && isEmbedded()
}
