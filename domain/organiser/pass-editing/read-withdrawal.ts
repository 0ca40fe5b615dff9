import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { isWholeNumber, readTexts, trimmed } from '#domain/organiser/event-editing/reading.ts'
import type { WithdrawalRequest } from './pass-request.ts'
import type { PassReading } from './read-parts.ts'

const MAX_DAYS = 365

/** What the law of the European Union gives consumers where nothing else is agreed. */
const BY_LAW: Withdrawal = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' }

/** Days to withdraw in, or the reason why that is not possible; never both and never neither. */
export function readWithdrawal(reading: PassReading): Withdrawal | undefined {
  const { request, stored, findings } = reading
  const { withdrawal } = request
  if (!withdrawal) return stored?.withdrawal ?? BY_LAW
  const isPossible = withdrawal.days !== null && withdrawal.days !== undefined
  if (isPossible === Boolean(withdrawal.reason)) return findings.refuse('withdrawal-unreadable', 'withdrawal', MAX_DAYS)
  return isPossible ? readDays(reading, withdrawal) : readReason(reading, withdrawal)
}

function readDays({ findings }: PassReading, { days, afterUse }: WithdrawalRequest): Withdrawal | undefined {
  const rule = trimmed(afterUse) ?? 'PRO_RATA'
  const isRule = rule === 'NOTHING' || rule === 'PRO_RATA' || rule === 'EVERYTHING'
  return isRule && isWholeNumber(days ?? 0, 1, MAX_DAYS)
    ? { kind: 'possible', days: days ?? 0, afterUse: rule }
    : findings.refuse('withdrawal-unreadable', 'withdrawal', MAX_DAYS)
}

function readReason(reading: PassReading, { reason }: WithdrawalRequest): Withdrawal | undefined {
  const texts = readTexts(reading, reason ?? [], 'withdrawal.reason')
  if (texts === undefined) return undefined
  return Object.keys(texts).length > 0
    ? { kind: 'none', reason: texts }
    : reading.findings.refuse('withdrawal-reason-missing', 'withdrawal.reason')
}
