import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { BoughtPass } from './bought-pass.ts'
import { passHas } from './states.ts'

/** What an organiser adds to a bought pass; null: nothing of this. */
export type PassExtension = { readonly validTo: Instant | null; readonly maxEntries: number | null }

/** From when on it is good, until when, and for how many entries. */
export type Extended = Pick<BoughtPass, 'maxEntries'> & { readonly validTo: Instant | null }

/**
 * What a bought pass is after an extension. Only more can be given: its owner has paid for what there is. An unchanged
 * value is no mistake, so that the same request can be repeated.
 */
export function extendedPass(
  { status, maxEntries, valid }: Pick<BoughtPass, 'status' | 'maxEntries' | 'valid'>,
  asked: PassExtension,
): Outcome<Extended> {
  const problems: Problem[] = []
  if (!passHas({ status }, 'isAcquired')) problems.push(problem('extension-of-unsold'))
  if (asked.validTo === null && asked.maxEntries === null) problems.push(problem('extension-of-nothing'))
  if (asked.validTo !== null && valid.to === null) problems.push(problem('extension-of-endless'))
  if (asked.validTo !== null && valid.to !== null && asked.validTo < valid.to)
    problems.push(problem('extension-shorter'))
  if (asked.maxEntries !== null && maxEntries === null) problems.push(problem('extension-of-unlimited'))
  if (asked.maxEntries !== null && maxEntries !== null && asked.maxEntries < maxEntries)
    problems.push(problem('extension-fewer'))
  return acceptedUnless(problems, {
    validTo: asked.validTo ?? valid.to,
    maxEntries: asked.maxEntries ?? maxEntries,
  })
}
