import type { Failure } from '#client/frame/calls/call-result.ts'
import { Button, ButtonLink } from '../../../kit/button/button.tsx'
import { Blank } from '../../../kit/notice/notice.tsx'
import { PageTitle, useTabTitle } from '../../../kit/page/page-title.tsx'
import { Page } from '../../../kit/page/page.tsx'
import { useT } from '../../../language/language-context.ts'

/** The event isn't there, or can't be read just now. */
export function NoEvent({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? 'foyer.event.missing.title' : 'foyer.unreachable.title')
  useTabTitle(`${title} · Foyer`)
  return (
    <Page>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={
          isMissing ? (
            <ButtonLink to="/">{t('home.view.all.events')}</ButtonLink>
          ) : (
            <Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>
          )
        }
      >
        <p>{t(isMissing ? 'foyer.event.missing.text' : 'foyer.unreachable.text')}</p>
      </Blank>
    </Page>
  )
}
