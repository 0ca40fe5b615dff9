import { type ReactNode, useState } from 'react'
import type { Event, EventFacts } from '#contract/event.ts'
import { type LocalizedTexts, inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Section } from '#client/kit/page/page.tsx'
import type { Dates } from '#domain/foundation/language/dates.ts'
import { useDates } from '#client/language/use-dates.ts'
import { type LanguageSetting, useLanguage } from '#client/language/language-context.ts'
import { policiesOf } from '../../event-policies.ts'
import css from './good-to-know.module.css'

export type GoodToKnowProps = { readonly event: Event; readonly facts: EventFacts }

/** What people ask before they decide: doors, what to bring, accessibility, refunds, and passing a ticket on. */
export function Part({ event, facts }: GoodToKnowProps) {
  const setting = useLanguage()
  const [now] = useState(Date.now)
  const dates = useDates(event.timeZone)
  const shown = shownFacts({ event, facts }, { ...setting, now, dates })
  if (shown.length === 0) return null
  return (
    <Section title={setting.t('foyer.facts.title')} id="good-to-know">
      <dl className={css.facts}>
        {shown.map(({ key, content }) => (
          <div key={key}>
            <dt>{setting.t(key)}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

type ShownFact = { readonly key: string; readonly content: ReactNode }

type Reader = LanguageSetting & { readonly now: number; readonly dates: Dates }

function shownFacts({ event, facts }: GoodToKnowProps, setting: Reader): readonly ShownFact[] {
  const { doors, accessFeatures, accessibility, bring } = facts
  const { refunds, passingOn } = policiesOf(facts, setting, setting)
  const hasAccess = accessFeatures.length > 0 || isStated(accessibility)
  return [
    ...(doors === null ? [] : [{ key: 'foyer.facts.doors', content: doorsText(event, doors, setting.dates) }]),
    ...(isStated(bring) ? [{ key: 'foyer.facts.bring', content: <Words of={bring} /> }] : []),
    ...(hasAccess ? [{ key: 'foyer.facts.accessibility', content: <Access facts={facts} /> }] : []),
    ...(refunds.length === 0
      ? []
      : [
          {
            key: `foyer.facts.${facts.refunds === undefined ? 'releases' : 'refunds'}`,
            content: <Sentences of={refunds} />,
          },
        ]),
    ...(facts.announced ? [] : [{ key: 'foyer.facts.passing-on', content: passingOn }]),
  ]
}

const isStated = (texts: LocalizedTexts): boolean => Object.keys(texts).length > 0

/** "18:30", with its day where that is not the day on which the event begins. */
function doorsText({ datesWithOffset }: Event, doors: number, dates: Dates): string {
  const isSameDay = dates.day(doors) === dates.day(datesWithOffset.startDateTime)
  return isSameDay ? dates.time(doors) : dates.moment(doors)
}

function Access({ facts: { accessFeatures, accessibility } }: Pick<GoodToKnowProps, 'facts'>) {
  const { t } = useLanguage()
  return (
    <>
      {accessFeatures.length === 0 ? null : (
        <p>{accessFeatures.map(feature => t(`foyer.facts.access.${feature}`)).join(' · ')}</p>
      )}
      {isStated(accessibility) ? <Words of={accessibility} /> : null}
    </>
  )
}

/** What the organiser has written, in its lines. */
function Words({ of: texts }: { readonly of: LocalizedTexts }) {
  const { language } = useLanguage()
  return (
    <p className={css.words} lang={otherLanguage(texts, language)} dir="auto">
      {inLanguage(texts, language)}
    </p>
  )
}

/** By the clock of the browser, which may have passed a deadline that the server's page has not. */
export function Sentences({ of: sentences }: { readonly of: readonly string[] }) {
  return sentences.map(sentence => (
    <p key={sentence} dir="auto" suppressHydrationWarning>
      {sentence}
    </p>
  ))
}
