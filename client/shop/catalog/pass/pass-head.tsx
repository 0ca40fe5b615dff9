import type { Subscription } from '#contract/subscription.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { PageTitle } from '#client/kit/page/page.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { datesIn } from '#client/language/formats.ts'
import { type LanguageSetting, useLanguage } from '#client/language/language-context.ts'
import { ByWhom, Fact } from '../fact.tsx'
import { passSaleStateOf } from '../pass-sale.ts'
import { entriesText, validityText } from '../pass-texts.ts'
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
          <ByWhom name={pass.organizationName} email={pass.organizationEmail} />
        </ul>
      </div>
      <div className={css.picture}>
        <Poster file={pass.fileBlobId} name={id} first />
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
