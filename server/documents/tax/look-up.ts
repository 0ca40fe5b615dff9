import type { RegisterAnswer } from '#domain/documents/tax-id/register-answer.ts'
import { type VatNumber, isWellFormed } from '#domain/documents/tax-id/vat-number.ts'
import type { Services } from '#server/foundation/services.ts'
import { recallAnswer, rememberAnswer } from './store.ts'
import { askVies } from './vies.ts'

/**
 * What the register of the European Union says of a number: asked once in a quarter of an hour, and never about one that
 * can be none. Never call it inside a transaction.
 */
export async function lookUp(
  { db, clock, config, log }: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
  number: VatNumber,
): Promise<RegisterAnswer> {
  if (!isWellFormed(number)) return 'invalid'
  const known = await recallAnswer(db, number, clock.now())
  if (known !== undefined) return known ? 'valid' : 'invalid'
  const verdict = await askVies(config.vatRegister, number)
  if (verdict.answer === 'unreachable') {
    log.vatRegisterUnreachable(number.country, verdict.error)
    return 'unreachable'
  }
  await rememberAnswer(db, number, { isValid: verdict.answer === 'valid', now: clock.now() })
  return verdict.answer
}
