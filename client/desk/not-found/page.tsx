import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { deskPagePath } from '#contract/paths.ts'
import { Work } from '../parts/work.tsx'

/** There is nothing at this address of the desk. */
export function Page() {
  const t = useT()
  useHouseTitle(t('foyer.desk.missing.title'))
  return (
    <Work>
      <Blank
        title={<PageTitle>{t('foyer.desk.missing.title')}</PageTitle>}
        action={<ButtonLink to={deskPagePath}>{t('foyer.desk.home')}</ButtonLink>}
      >
        <p>{t('foyer.desk.missing.text')}</p>
      </Blank>
    </Work>
  )
}
