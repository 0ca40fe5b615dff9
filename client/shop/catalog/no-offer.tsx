import { passesPagePath } from '#contract/paths.ts'
import type { Failure } from '#client/frame/calls/call-result.ts'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'

type NoOfferProps = { readonly kind: 'event' | 'pass'; readonly failure: Failure; readonly onRetry: () => void }

/** The event or pass isn't there, or can't be read just now. */
export function NoOffer({ kind, failure, onRetry }: NoOfferProps) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? `foyer.${kind}.missing.title` : 'foyer.unreachable.title')
  useTabTitle(`${title} · Foyer`)
  return (
    <Page>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={
          isMissing ? (
            <ButtonLink to={kind === 'event' ? '/' : passesPagePath}>
              {t(`home.view.all.${kind === 'event' ? 'events' : 'subscriptions'}`)}
            </ButtonLink>
          ) : (
            <Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>
          )
        }
      >
        <p>{t(isMissing ? `foyer.${kind}.missing.text` : 'foyer.unreachable.text')}</p>
      </Blank>
    </Page>
  )
}
