import type { RegisterAnswer } from '#domain/documents/tax-id/register-answer.ts'
import type { VatNumber } from '#domain/documents/tax-id/vat-number.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'

/** `unreachable`: the register, or the one of the country behind it, did not say; the caller logs why. */
export type Verdict =
  | { readonly answer: Exclude<RegisterAnswer, 'unreachable'> }
  | { readonly answer: 'unreachable'; readonly error: unknown }

/** How long a buyer waits for the register at most. */
const TIMEOUT_MS = 8_000

/** Asks the European Commission about a number by its REST service. Never call it inside a transaction. */
export async function askVies(address: string, { country, number }: VatNumber): Promise<Verdict> {
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
