import { Button } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'

/** What is kept of the visitor can't be read just now. */
export function OutOfReach({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT()
  return (
    <Page>
      <Blank
        title={<PageTitle>{t('foyer.unreachable.title')}</PageTitle>}
        action={<Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>}
      >
        <p>{t('foyer.unreachable.text')}</p>
      </Blank>
    </Page>
  )
}
