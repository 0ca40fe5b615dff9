import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that doesn't reveal how much of a text is right; that it is too long or too short may show. */
export function isSameText(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
