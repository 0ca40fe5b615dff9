import type { Services } from '#server/foundation/services.ts'
import { forgetExpiredSolutions } from './store.ts'

/** Deletes the answers that could not be used again anyway; returns how many. */
export function forgetRobotChecks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return forgetExpiredSolutions(db, clock.now())
}
