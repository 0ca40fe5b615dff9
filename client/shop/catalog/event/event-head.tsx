import type { ReactNode } from 'react'
import type { Event } from '#contract/event.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Facts } from '../event-facts.tsx'
import { HEAD_SIZES } from '../offer-parts.tsx'
import { leafOf } from '../when-and-where.ts'
import css from '../offer-head.module.css'

/** A date you can point at, the name, the facts, the first step to a ticket, and the picture. */
export function EventHead({ event, children }: { event: Event; children?: ReactNode }) {
  const { language } = useLanguage()
  const dates = datesIn(language, event.timeZone)
  return (
    <header className={css.head}>
      <div>
        <Day parts={leafOf(event, dates)} />
        <div className={css.title}>
          <PageTitle lang={otherLanguage(event.title, language)}>{inLanguage(event.title, language)}</PageTitle>
        </div>
        <Facts event={event} />
        {children}
      </div>
      <div className={css.picture}>
        <Poster file={event.fileBlobId} name={event.shortName} sizes={HEAD_SIZES} first />
      </div>
    </header>
  )
}
