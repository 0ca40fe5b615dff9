import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet } from '#client/kit/page/page.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { useT } from '#client/language/language-context.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { PageShape } from '#client/frame/shell/page-shape.tsx'
import type { TicketPlace } from './calls.ts'
import { passedOnQuery } from './queries.ts'

/** At the address that a ticket had before it was passed on; one that never was leads home (specification, booking 2). */
export function GoneTicket({ place }: { readonly place: TicketPlace }) {
  const { data: isPassedOn, isPending } = useQuery(passedOnQuery(place))
  if (isPending) return <PageShape />
  return isPassedOn === true ? <PassedOn place={place} /> : <Navigate replace to="/" />
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
