import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { contextAddress, type Place } from '../frame/open-reservation.ts'

/** The tickets were released and the page around was informed: it decides what follows, the visitor may begin anew. */
export function GivenBack({ place }: { readonly place: Place }) {
  const t = useT()
  return (
    <Page>
      <Blank
        title={<PageTitle quiet>{t('foyer.held.given-back')}</PageTitle>}
        action={<ButtonLink to={contextAddress(place)}>{t('foyer.expired.again')}</ButtonLink>}
      />
    </Page>
  )
}
