import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Navigate } from '#client/routing/router.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { eventQuery } from '../shell/calls/offer-queries.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { type TicketPlace, endedQuery, passedOnQuery } from './calls.ts'
import { failureOf } from '#client/frame/calls/call-result.ts'
import css from './gone-ticket.module.css'

/**
 * At the address of a ticket that was passed on, or has no holder any more; one that never was leads home
 * (specification, booking 2).
 */
export function GoneTicket({ place }: { readonly place: TicketPlace }) {
  const { data: isPassedOn, isPending } = useQuery(passedOnQuery(place))
  const ended = useQuery({ ...endedQuery(place), enabled: isPassedOn === false })
  if (isPending || (isPassedOn === false && ended.isPending)) return <PageShape />
  if (isPassedOn === true) return <PassedOn place={place} />
  return ended.data === true ? <Ended place={place} /> : <Navigate replace to="/" />
}

/** Cancelled, or released: for what it was, and whom to ask. */
function Ended({ place: { shortName } }: { readonly place: TicketPlace }) {
  const { t, language } = useLanguage()
  const { data: event } = useQuery(eventQuery(shortName))
  useTabTitle(t('foyer.ticket.ended'))
  return (
    <Sheet>
      <Blank
        title={<PageTitle>{t('foyer.ticket.ended')}</PageTitle>}
        action={<ButtonLink to={pathTo(eventPagePath, { shortName })}>{t('foyer.ticket.to-event')}</ButtonLink>}
      >
        {event && (
          <div className={css.text}>
            <p>{t('foyer.ticket.ended.text', inLanguage(event.title, language))}</p>
            <p>
              {t('foyer.ended.questions')}{' '}
              <a href={`mailto:${event.organizationEmail}`}>
                <bdi>{event.organizationName}</bdi>, {event.organizationEmail}
              </a>
            </p>
          </div>
        )}
      </Blank>
    </Sheet>
  )
}

function PassedOn({ place: { shortName } }: { readonly place: TicketPlace }) {
  const t = useT()
  useTabTitle(t('foyer.ticket.passed-on'))
  return (
    <Sheet>
      <Blank
        title={<PageTitle>{t('foyer.ticket.passed-on')}</PageTitle>}
        action={<ButtonLink to={pathTo(eventPagePath, { shortName })}>{t('foyer.ticket.to-event')}</ButtonLink>}
      >
        <p>{t('foyer.ticket.passed-on.text')}</p>
      </Blank>
    </Sheet>
  )
}

/** There is no such ticket, or the address is no ticket's at all. */
export function isGone(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'missing' || (failure.kind === 'failed' && failure.status === 400)
}
