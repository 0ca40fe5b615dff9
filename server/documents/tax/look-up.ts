import { type RegisterAnswer, type VatNumber, isWellFormed } from '#domain/documents/tax-id/vat-number.ts'
import type { Services } from '#server/foundation/services.ts'
import { recallAnswer, rememberAnswer } from './store.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'

/**
 * What the register of the European Union says of a number: asked once in a quarter of an hour, and never about one that
 * can be none. Never call it inside a transaction.
 */
export async function lookUp(
  { db, clock, config, log }: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
  number: VatNumber,
): Promise<RegisterAnswer> {
  if (!isWellFormed(number)) return 'invalid'
  const cached = await recallAnswer(db, number, clock.now())
  if (cached !== undefined) return cached ? 'valid' : 'invalid'
  const verdict = await askVies(config.vatRegister, number)
  if (verdict.answer === 'unreachable') {
    log.vatRegisterUnreachable(number.country, verdict.error)
    return 'unreachable'
  }
  await rememberAnswer(db, number, { isValid: verdict.answer === 'valid', now: clock.now() })
  return verdict.answer
}

/** `unreachable`: the register, or the one of the country behind it, did not say; the caller logs why. */
type Verdict =
  | { readonly answer: Exclude<RegisterAnswer, 'unreachable'> }
  | { readonly answer: 'unreachable'; readonly error: unknown }

/** How long a buyer waits for the register at most. */
const TIMEOUT_MS = 8_000

/** Asks the European Commission about a number by its REST service. Never call it inside a transaction. */
async function askVies(address: string, { country, number }: VatNumber): Promise<Verdict> {
  assertNoTransactionOpen()
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ countryCode: country, vatNumber: number }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return verdictOf(await response.json(), response.status)
  } catch (error) {
    return { answer: 'unreachable', error }
  }
}

/** A number that can't be read is answered as an error, and so is a register that is down or asked too often. */
function verdictOf(body: unknown, status: number): Verdict {
  if (typeof body === 'object' && body !== null) {
    if ('valid' in body && typeof body.valid === 'boolean') return { answer: body.valid ? 'valid' : 'invalid' }
    if ('errorWrappers' in body && JSON.stringify(body.errorWrappers).includes('"INVALID_INPUT"')) {
      return { answer: 'invalid' }
    }
  }
  return { answer: 'unreachable', error: new Error(`VIES answered ${status}: ${JSON.stringify(body).slice(0, 500)}`) }
}
