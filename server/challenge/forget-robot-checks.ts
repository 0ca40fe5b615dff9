import type { Shop } from '#server/context.ts'
import { forgetExpiredSolutions } from './store.ts'

/** Forgets the answers that nobody could use again anyway; answers how many. */
export function forgetRobotChecks({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<number> {
  return forgetExpiredSolutions(db, clock.now())
}
