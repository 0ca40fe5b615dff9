import { type Instant, instant } from '#domain/instant.ts'

/** A time as PayPal writes it, in UTC. Undefined without a zone: it would depend on where we run. */
export function momentOf(text: string): Instant | undefined {
  try {
    return instant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}
