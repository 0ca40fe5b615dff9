import type { Services } from '#server/foundation/services.ts'
import { forgetExpiredSolutions } from './store.ts'

/** Forgets the answers that nobody could use again anyway; returns how many. */
export function forgetRobotChecks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return forgetExpiredSolutions(db, clock.now())
}
