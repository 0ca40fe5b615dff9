import { Button } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'

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
