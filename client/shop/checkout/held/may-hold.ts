import { HOLDS_COOKIE } from '#contract/limits.ts'

/** What this page has reserved itself: inside of another site's page there are no cookies to say so. */
let hasReserved = false

/** Is it worth asking what the visitor holds? */
export const mayHold = (): boolean => hasReserved || document.cookie.includes(`${HOLDS_COOKIE}=`)

/** Something is held from now on. */
export function noteHeld(): void {
  hasReserved = true
}

/** Nothing is held any more; the cookie ends by itself, or now. */
export function noteNothingHeld(): void {
  hasReserved = false
  document.cookie = `${HOLDS_COOKIE}=; Max-Age=0; Path=/`
}
