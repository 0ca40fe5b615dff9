import type { Failure } from '#client/frame/calls/call-result.ts'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { Page } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { allPassesOf } from '../list-addresses.ts'

/** The pass isn't there, or can't be read just now. */
export function NoPass({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? 'foyer.pass.missing.title' : 'foyer.unreachable.title')
  useTabTitle(`${title} · Foyer`)
  return (
    <Page>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={
          isMissing ? (
            <ButtonLink to={allPassesOf(undefined)}>{t('home.view.all.subscriptions')}</ButtonLink>
          ) : (
            <Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>
          )
        }
      >
        <p>{t(isMissing ? 'foyer.pass.missing.text' : 'foyer.unreachable.text')}</p>
      </Blank>
    </Page>
  )
}
