import { PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { Offers } from '../first-offers.tsx'
import { listTitle } from '../list-parts.tsx'
import css from '../first-offers.module.css'

/** What is coming up, and the passes for it; straight to the event where there is nothing else. */
export function Page() {
  const t = useT()
  useTabTitle(listTitle(undefined, undefined))
  return (
    <Offers
      mayLead
      head={
        <div className={css.head}>
          <PageTitle>{t('foyer.home.title')}</PageTitle>
        </div>
      }
    />
  )
}
