import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as PageFrame, PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { findOrdersPagePath } from '#contract/paths.ts'
import { useT } from '#client/language/language-context.ts'

/** There is nothing at this address. */
export function Page() {
  const t = useT()
  useHouseTitle(t('foyer.not-found.title'))
  return (
    <PageFrame>
      <Blank
        title={<PageTitle>{t('foyer.not-found.title')}</PageTitle>}
        action={<ButtonLink to="/">{t('home.view.all.events')}</ButtonLink>}
      >
        <p>{t('foyer.not-found.text')}</p>
        <p>
          <Link to={findOrdersPagePath}>{t('foyer.find-orders.link')}</Link>
        </p>
      </Blank>
    </PageFrame>
  )
}
