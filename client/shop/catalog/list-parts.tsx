import { useLocation, useParams } from '#client/routing/router.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import type { EventChoices } from '#contract/own.ts'
import css from './organizer-name.module.css'

/** Nothing is on sale, or nothing fits what the address asks for: then everything is one step away. */
export function NoEvents() {
  const t = useT()
  const { search } = useLocation()
  const { organizerSlug } = useParams()
  const isNarrowed = organizerSlug !== undefined || /[?&](tags|organizer|subscription|search|month)=/.test(search)
  return (
    <Blank
      title={<PageTitle>{t('foyer.no-events.title')}</PageTitle>}
      action={isNarrowed ? <ButtonLink to="/events-all">{t('home.view.all.events')}</ButtonLink> : undefined}
    >
      <p>{isNarrowed ? t('foyer.no-events.narrowed') : t('event-list.no-events')}</p>
    </Blank>
  )
}

/** The list could not be read. */
export function EventsUnreachable({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <Blank
      title={<PageTitle>{t('foyer.unreachable.title')}</PageTitle>}
      action={<Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>}
    >
      <p>{t('foyer.unreachable.text')}</p>
    </Blank>
  )
}

/** Whose events these are, above the title. */
export function OrganizerName({ name }: { name: string | undefined }) {
  return name === undefined ? null : (
    <p className={css.name} dir="auto">
      {name}
    </p>
  )
}

/** Whose events a list is of, where its address names an organiser. */
export function organizerOf(slug: string | undefined, choices: EventChoices | undefined): string | undefined {
  return slug === undefined ? undefined : (choices?.organizerName ?? undefined)
}
