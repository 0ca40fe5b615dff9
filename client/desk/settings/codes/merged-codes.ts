import { type Json, isSame, listOf, textOf, valueAt } from '../../editor/member.ts'

type Sides = {
  /** What both were typed over. */
  readonly before: Json
  readonly mine: Json
  readonly theirs: Json
}

export type MergedCodes = {
  readonly codes: readonly Json[]
  /** The codes that both have changed, each in another way; they are as this person has typed them. */
  readonly both: readonly string[]
}

const nameOf = (code: Json): string =>
  textOf(valueAt(code, ['name']))
    .trim()
    .toUpperCase()

const byName = (codes: Json): ReadonlyMap<string, Json> => new Map(listOf(codes).map(code => [nameOf(code), code]))

/**
 * What one person has typed over codes that another one has changed meanwhile, code by code: what only one of them has changed,
 * added or taken out is so.
 */
export function mergedCodes({ before, mine, theirs }: Sides): MergedCodes {
  const [old, typed, other] = [byName(before), byName(mine), byName(theirs)]
  const isTyped = (name: string) => !isSame(old.get(name), typed.get(name))
  const isTheirs = (name: string) => !isSame(old.get(name), other.get(name))
  const names = [...new Set([...other.keys(), ...typed.keys()])]
  const merged = names.map(name => (isTyped(name) ? typed : other).get(name))
  // Two that are not named yet are both kept.
  const unnamed = listOf(mine).filter(code => nameOf(code) === '')
  return {
    codes: [...merged.filter(code => code !== undefined && nameOf(code) !== ''), ...unnamed],
    both: names.filter(name => isTyped(name) && isTheirs(name) && !isSame(typed.get(name), other.get(name))),
  }
}
