import type { Subscription } from '#contract/subscription.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { PageTitle, Section } from '#client/kit/page/page.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { type LanguageSetting, useLanguage, useT } from '#client/language/language-context.ts'
import { ByWhom, Fact, HEAD_SIZES } from '../offer-parts.tsx'
import { passSaleStateOf } from '../pass-sale.ts'
import { entriesText, validityText, withdrawalText } from '../pass-texts.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { eventsOfPassQuery } from '../../shell/calls/offer-queries.ts'
import { EventRows } from '../event-rows.tsx'
import css from '../offer-head.module.css'

/** The name, for how long and how often it is good, until when it is sold, and the picture. */
export function PassHead({ id, pass }: { readonly id: string; readonly pass: Subscription }) {
  const setting = useLanguage()
  const { language, t } = setting
  const sale = saleText(pass, setting)
  return (
    <header className={css.head}>
      <div>
        <PageTitle lang={otherLanguage(pass.title, language)}>{inLanguage(pass.title, language)}</PageTitle>
        <ul className={css.facts}>
          <Fact icon="calendar">
            <span>{validityText(pass, setting)}</span>
          </Fact>
          <Fact icon="ticket">
            <span>{entriesText(pass, setting)}</span>
            <span className="soft small">{t(`subscription.usage-type.${pass.usageType}`)}</span>
          </Fact>
          {sale === undefined ? null : (
            <Fact icon="clock">
              <span suppressHydrationWarning>{sale}</span>
            </Fact>
          )}
          <ByWhom name={pass.organizationName} slug={pass.organizerSlug} email={pass.organizationEmail} />
        </ul>
      </div>
      <div className={css.picture}>
        <Poster file={pass.fileBlobId} name={id} sizes={HEAD_SIZES} first />
      </div>
    </header>
  )
}

/** When the sale begins, ends or has ended, by the clock of the pass; undefined where it goes on and on. */
function saleText(pass: Subscription, { language, t }: LanguageSetting): string | undefined {
  const { startDateTime, endDateTime } = pass.salePeriod
  const { moment } = datesIn(language, pass.timeZone)
  const state = passSaleStateOf(pass)
  if (state === 'NOT_STARTED') return t('show-event.sales-not-started', moment(startDateTime))
  if (state === 'AWAITS_PAYMENT') return t('foyer.event.not-payable-yet')
  // The wire says 0 where there is no end.
  if (endDateTime === 0) return undefined
  return t(state === 'ENDED' ? 'show-event.sales-ended' : 'show-event.sales-end', moment(endDateTime))
}

/** What buyers want to know before they bind themselves: whether it can be handed on, and given up. */
export function PassConditions({ pass }: { readonly pass: Subscription }) {
  const setting = useLanguage()
  const { t } = setting
  const sentences = [
    pass.transferable === undefined
      ? undefined
      : t(pass.transferable ? 'foyer.pass.transferable' : 'foyer.pass.not-transferable'),
    withdrawalText(pass, setting),
  ].filter(sentence => sentence !== undefined)
  if (sentences.length === 0) return null
  return (
    <Section title={t('foyer.pass.conditions')} id="conditions">
      <ul>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  )
}

/** The events that take the pass, each with the way to it. */
export function EventsOfPass({ id }: { readonly id: string }) {
  const t = useT()
  const { data: events, isError } = useQuery(eventsOfPassQuery(id))
  // Without the list the pass can be bought all the same.
  if (isError || events === undefined) return null
  return (
    <Section title={t('foyer.pass.events.title')} id="events">
      {events.length === 0 ? <p>{t('foyer.pass.events.none')}</p> : <EventRows events={events} />}
    </Section>
  )
}
