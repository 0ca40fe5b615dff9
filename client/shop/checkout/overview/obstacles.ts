/** What keeps the buyer from the main action of the overview. */
export type Obstacle = 'expired' | 'method' | 'form' | 'terms' | 'privacy'

export type OverviewChoice = {
  readonly isExpired: boolean
  readonly needsMethod: boolean
  readonly method: string | undefined
  /** The form of the method's provider is not filled in. */
  readonly isFormOpen: boolean
  readonly termsAccepted: boolean
  readonly needsPrivacy: boolean
  readonly privacyAccepted: boolean
}

/**
 * Everything still missing, in the order of the page. Terms are always needed, the privacy policy only where there is
 * one (specification, booking 5). An expired order has only that obstacle: nothing else would help.
 */
export function obstacles(choice: OverviewChoice): Obstacle[] {
  if (choice.isExpired) return ['expired']
  const found: Obstacle[] = []
  if (choice.needsMethod && choice.method === undefined) found.push('method')
  if (choice.isFormOpen) found.push('form')
  if (choice.needsPrivacy && !choice.privacyAccepted) found.push('privacy')
  if (!choice.termsAccepted) found.push('terms')
  return found
}
