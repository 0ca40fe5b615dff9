import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Place, type PurchaseContext, contextAddress, shortIdOf } from './open-reservation.ts'

type NoSuchOrderProps = { readonly place: Place; readonly context: PurchaseContext | undefined }

/** The order isn't there, and what to do instead: back to its event or pass, or home when there is no such thing either. */
export function NoSuchOrder({ place, context }: NoSuchOrderProps) {
  const t = useT()
  const title = t('reservation-page-not-found.header.title')
  useTabTitle(title)
  return (
    <Page>
      <Blank
        title={<PageTitle quiet>{title}</PageTitle>}
        action={
          context ? (
            <ButtonLink to={contextAddress(place)}>{t('foyer.expired.again')}</ButtonLink>
          ) : (
            <ButtonLink to="/">{t('to-home')}</ButtonLink>
          )
        }
      >
        {t('reservation-page-not-found.reservation-with-id-does-not-exist', shortIdOf(place))}
      </Blank>
    </Page>
  )
}

/** The order can't be read just now; nothing is lost. */
export function OutOfReach({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT()
  return (
    <Page>
      <Blank
        title={<PageTitle quiet>{t('reservation-page-error-status.header.title')}</PageTitle>}
        action={<Button onClick={onRetry}>{t('foyer.order.try-again')}</Button>}
      >
        <p role="alert">{t('foyer.order.unreachable')}</p>
      </Blank>
    </Page>
  )
}
