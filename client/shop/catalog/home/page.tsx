import { infoQuery } from '#client/frame/calls/queries.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { pictureAddress, pictureSources } from '#domain/foundation/picture-width.ts'
import { useT } from '#client/language/language-context.ts'
import { Offers } from '../first-offers.tsx'
import css from '../first-offers.module.css'

/** What is coming up, and the passes for it; straight to the event where there is nothing else. */
export function Page() {
  const t = useT()
  const cover = useQuery(infoQuery()).data?.house?.cover
  useHouseTitle()
  return (
    <Offers
      mayLead
      head={
        <div className={css.head}>
          {cover ? (
            <img
              className={css.cover}
              src={pictureAddress(cover)}
              srcSet={pictureSources(cover)}
              sizes="min(72rem, 100vw)"
              alt=""
              fetchPriority="high"
            />
          ) : null}
          <PageTitle>{t('foyer.home.title')}</PageTitle>
        </div>
      }
    />
  )
}
