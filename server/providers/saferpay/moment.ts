import { type Instant, instant } from '#domain/foundation/instant.ts'

/** A time as Saferpay writes it, with its distance from Greenwich. Undefined without: it would depend on where we run. */
export function momentOf(text: string): Instant | undefined {
  try {
    return instant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}
