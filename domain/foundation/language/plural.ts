/**
 * The form of a text that says how many: the last part of its key. The languages we speak know two for numbers that are
 * written out: 0 is singular in French, and plural in the others.
 */
export function pluralOf(language: string, count: number): 'one' | 'other' {
  return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
}
