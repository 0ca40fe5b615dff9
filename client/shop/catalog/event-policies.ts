import type { EventFacts } from '#contract/event.ts'
import type { Dates } from '#domain/foundation/language/dates.ts'
import type { LanguageSetting } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'

/** What an event's rules say in sentences: of refunds and releases, and whether a ticket can be passed on. */
export type Policies = { readonly refunds: readonly string[]; readonly passingOn: string }

/**
 * Refunds as the organiser promises them, in the organiser's words below; releases and passing on as the shop does them.
 * @param at.now Epoch milliseconds.
 */
export function policiesOf(
  facts: EventFacts,
  { t, language }: Pick<LanguageSetting, 't' | 'language'>,
  { dates, now }: { readonly dates: Dates; readonly now: number },
): Policies {
  const { refunds, freeReleases, passingOn } = facts
  const until = refunds?.until ?? null
  const promise =
    until === null
      ? t('foyer.facts.refunds.none')
      : t(`foyer.facts.refunds.${until < now ? 'over' : 'until'}`, dates.moment(until))
  const words = refunds === undefined ? '' : inLanguage(refunds.text, language)
  return {
    refunds: [
      ...(refunds === undefined ? [] : [`${promise} ${words}`.trim()]),
      ...(freeReleases === 'NONE' ? [] : [t(`foyer.facts.releases.${freeReleases}`)]),
    ],
    passingOn: t(`foyer.facts.passing-on.${passingOn ? 'yes' : 'no'}`),
  }
}
