import type { Subscription } from '#contract/subscription.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { inLanguage, pluralOf } from '#domain/foundation/language/texts.ts'
import type { LanguageSetting } from '#client/language/language-context.ts'

/** What list and detail of a pass have in common; no number of entries is null in the one and -1 in the other. */
export type PassTerms = Pick<
  Subscription,
  'validityType' | 'validityUnits' | 'validityTimeUnit' | 'validFrom' | 'validTo' | 'timeZone' | 'maxEntries'
>

type Words = Pick<LanguageSetting, 'language' | 't'>

/** From when until when it is good: "6 months from the day of purchase", "Valid from 1 April 2027 to 31 October 2027". */
export function validityText(pass: PassTerms, { language, t }: Words): string {
  const { validityType, validityUnits, validityTimeUnit, validFrom, validTo, timeZone } = pass
  if (validityType === 'STANDARD' && validityUnits !== null && validityTimeUnit !== null) {
    return t(`foyer.pass.valid.${validityTimeUnit}.${pluralOf(language, validityUnits)}`, validityUnits)
  }
  const { shortDay } = datesIn(language, timeZone)
  const [from, to] = [validFrom, validTo].map(moment => (moment == null ? undefined : shortDay(moment)))
  if (from && to) return t('foyer.pass.valid.from-to', from, to)
  if (from) return t('foyer.pass.valid.from', from)
  return to ? t('foyer.pass.valid.to', to) : t('foyer.pass.valid.always')
}

/** How often it can be used in all: "10 entries". */
export function entriesText({ maxEntries }: Pick<PassTerms, 'maxEntries'>, { language, t }: Words): string {
  if (maxEntries === null || maxEntries < 0) return t('foyer.pass.entries.any')
  return t(`foyer.pass.entries.${pluralOf(language, maxEntries)}`, maxEntries)
}

/** Whether the purchase can be withdrawn from; undefined where the answer does not say. */
export function withdrawalText({ withdrawal }: Pick<Subscription, 'withdrawal'>, { language, t }: Words) {
  if (withdrawal === undefined) return undefined
  const { days, reason } = withdrawal
  if (days !== null) return t(`foyer.pass.withdrawal.${pluralOf(language, days)}`, days)
  const words = inLanguage(reason, language)
  return words === '' ? t('foyer.pass.withdrawal.none') : `${t('foyer.pass.withdrawal.none')} ${words}`
}
