/** What stands between the buyer and the main action of the overview. */
export type Obstacle = 'expired' | 'method' | 'terms' | 'privacy'

export type OverviewChoice = {
  readonly isExpired: boolean
  readonly needsMethod: boolean
  readonly method: string | undefined
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
  if (choice.needsPrivacy && !choice.privacyAccepted) found.push('privacy')
  if (!choice.termsAccepted) found.push('terms')
  return found
}
