import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { SignInForOrder, useMe } from '#client/shop/access/sign-in.tsx'
import { type Place, contextAddress } from './open-reservation.ts'

/** The order opens to its buyer alone, who has to sign in first. */
export function OtherOwnersOrder({ place }: { readonly place: Place }) {
  const t = useT()
  const me = useMe()
  const title = t('foyer.account.order.title')
  useTabTitle(title)
  const action = me ? <ButtonLink to="/">{t('to-home')}</ButtonLink> : <SignInForOrder order={place} isMain />
  return (
    <Page>
      <Blank title={<PageTitle quiet>{title}</PageTitle>} action={action}>
        {me ? t('foyer.account.order.of-another', me.emailAddress) : t('foyer.account.order.sign-in')}
      </Blank>
    </Page>
  )
}

/** The tickets were released and the page around was informed: it decides what follows, the visitor may begin anew. */
export function ReleasedOrder({ place }: { readonly place: Place }) {
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
