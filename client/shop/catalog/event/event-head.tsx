import type { ReactNode } from 'react'
import type { Event } from '#contract/event.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Facts } from '../event-facts.tsx'
import { openMapOf, placeParts } from '../when-and-where.ts'
import css from '../offer-head.module.css'
import pageCss from '../offer-page.module.css'

/** A date you can point at, the name, the facts, the first step to a ticket, and the picture. */
export function EventHead({ event, children }: { event: Event; children?: ReactNode }) {
  const { language } = useLanguage()
  const dates = datesIn(language, event.timeZone)
  return (
    <header className={css.head}>
      <div>
        <Day parts={dates.parts(event.datesWithOffset.startDateTime)} />
        <div className={css.title}>
          <PageTitle lang={otherLanguage(event.title, language)}>{inLanguage(event.title, language)}</PageTitle>
        </div>
        <Facts event={event} />
        {children}
      </div>
      <div className={css.picture}>
        <Poster file={event.fileBlobId} name={event.shortName} first />
      </div>
    </header>
  )
}

/** A picture of the place that leads to a map to look around in (specification, browsing 2); nothing without one. */
export function EventMap({ event: { mapUrl, location } }: { event: Event }) {
  const t = useT()
  const place = placeParts(location)
  if (!mapUrl || place.name === '') return null
  const text = t('foyer.event.map', [place.name, ...place.address].join(', '))
  return (
    <a className={pageCss.around} href={openMapOf(place)} target="_blank" rel="noopener noreferrer">
      <img className={pageCss.map} src={here(mapUrl)} width={800} height={400} loading="lazy" alt={text} />
      <span className="unseen">({t('link.new-tab')})</span>
    </a>
  )
}

/** By the host that the page came from, which may have another name than the shop's own: the page loads pictures of no other. */
const here = (address: string): string => new URL(address).pathname
