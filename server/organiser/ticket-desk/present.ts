import type { BulkStatus, ImportAnswer } from '#contract/organiser-reservations.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import { presentProblems } from '#server/checkout/reservation/begun-for.ts'
import type { ImportStanding } from './import-store.ts'

export const presentImport = (outcome: Outcome<string>): ImportAnswer =>
  outcome.ok ? { batchId: outcome.value, errors: null } : { batchId: null, errors: presentProblems(outcome.problems) }

export const presentStanding = ({ id, eventId, keyId, success, pending, error }: ImportStanding): BulkStatus => ({
  requestId: id,
  userId: keyId ?? 0,
  eventId,
  countSuccess: success,
  countPending: pending,
  countError: error,
})
