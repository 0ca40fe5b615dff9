import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { Page as PageFrame } from '#client/kit/page/page.tsx'
import { Link } from '#client/kit/link/link.tsx'
import { findOrdersPagePath } from '#contract/paths.ts'
import { useT } from '#client/language/language-context.ts'

/** There is nothing at this address. */
export function Page() {
  const t = useT()
  useTabTitle(`${t('foyer.not-found.title')} · Foyer`)
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
