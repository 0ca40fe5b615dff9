import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'

/** No pass is on sale; the events are one step away. */
export function NoPasses({ allEvents }: { readonly allEvents: string }) {
  const t = useT()
  return (
    <Blank
      title={<PageTitle>{t('foyer.no-passes.title')}</PageTitle>}
      action={<ButtonLink to={allEvents}>{t('home.view.all.events')}</ButtonLink>}
    >
      <p>{t('subscription.no-subscriptions')}</p>
    </Blank>
  )
}
