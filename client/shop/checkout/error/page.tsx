import { useLocation, useNavigate } from '#client/routing/router.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { RichText, asPlainText } from '#client/kit/rich-text/rich-text.tsx'
import { useT } from '#client/language/language-context.ts'
import { contextAddress, shortIdOf, useFrame } from '../frame/open-reservation.ts'
import css from './error.module.css'

/** A payment whose outcome is unknown: a person must check it, and the buyer must not pay again. */
export function Page() {
  const t = useT()
  const { place, context } = useFrame()
  const title = t('reservation-page-error-status.header.title')
  const order = shortIdOf(place)
  const email = asPlainText(context.organizationEmail)
  useTabTitle(title)
  return (
    <Sheet>
      <Blank
        title={<PageTitle quiet>{title}</PageTitle>}
        action={
          <>
            <CheckAgain />
            <ButtonLink tone="quiet" to={contextAddress(place)}>
              {t('foyer.error.to-event')}
            </ButtonLink>
          </>
        }
      >
        <div className={css.text}>
          <p>{t('reservation-page-error-status.title')}</p>
          <p>
            <RichText html={t('reservation-page-error-status.contact-text', email, asPlainText(order), email)} />
          </p>
          <p>{t('reservation-page-error-status.your-reservation-identifier', order)}</p>
        </div>
      </Blank>
    </Sheet>
  )
}

/** The payment may have found its end meanwhile: another visit asks for the status anew. */
function CheckAgain() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return <Button onClick={() => navigate(pathname, { replace: true })}>{t('common.refresh')}</Button>
}
