import type { Failure } from '#client/frame/calls/call-result.ts'
import { explain } from '#client/frame/calls/call-result.ts'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'

/** The event isn't there, or its polls can't be read just now. */
export function NoPolls({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? 'foyer.event.missing.title' : 'foyer.unreachable.title')
  useTabTitle(`${title} · Foyer`)
  const [problem] = explain(failure)
  return (
    <Sheet>
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
        <p role="alert">{isMissing || !problem ? t('foyer.event.missing.text') : t(problem.code, ...problem.args)}</p>
      </Blank>
    </Sheet>
  )
}
