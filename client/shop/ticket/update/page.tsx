import { type QueryResult, useQuery } from '#client/frame/calls/use-query.tsx'
import { useEffect, useRef, useState } from 'react'
import { useParams } from '#client/routing/router.tsx'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import type { AdditionalServiceWithData, Ticket, TicketInfo } from '#contract/ticket.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { OutOfReach } from '../../checkout/frame/no-such-order.tsx'
import { areMailsOver } from '../mail-again.tsx'
import { type TicketPlace, fullTicketQuery, ticketQuery } from '../calls.ts'
import { GoneTicket, isGone } from '../gone-ticket.tsx'
import { TicketUpdate } from './ticket-update.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { BackToOrder } from '../order-behind.tsx'
import type { PassingOn } from '../holder/passing-on.tsx'

/** Who holds a ticket, and what can be done about it; once it was passed on here, to whom, and nothing else. */
export function Page() {
  const { shortName = '', ticketId = '' } = useParams()
  const [gone, setGone] = useState<Gone>()
  if (gone?.ticketId === ticketId) return <PassedOnTo {...gone} />
  return <OpenTicket place={{ shortName, ticketId }} onPassedOn={passed => setGone({ ...passed, ticketId })} />
}

type Gone = Parameters<typeof PassedOnTo>[0] & { readonly ticketId: string }

type OpenTicketProps = {
  readonly place: TicketPlace
  readonly onPassedOn: (gone: Omit<Gone, 'ticketId'>) => void
}

function OpenTicket({ place, onPassedOn }: OpenTicketProps) {
  const event = useQuery(eventQuery(place.shortName))
  const category = useQuery(fullTicketQuery(place))
  const ticket = category.data?.tickets[0]
  // Only a ticket with a holder shows its extras; without one they stay as they are.
  const held = useQuery({ ...ticketQuery(place), enabled: ticket?.assigned === true && !ticket.passedOn })
  if (ticket?.passedOn) return <GoneTicket place={place} />
  if (event.data && category.data && ticket) {
    return (
      <OwnTexts of={event.data}>
        <TicketUpdate
          event={event.data}
          category={category.data}
          ticket={ticket}
          extras={extrasOf(ticket, held)}
          place={place}
          onPassedOn={to => onPassedOn({ to, isMailed: !areMailsOver(event.data) })}
        />
      </OwnTexts>
    )
  }
  const failed = [event, category].filter(query => query.isError)
  if (failed.some(({ error }) => isGone(error))) return <GoneTicket place={place} />
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return failed.length > 0 ? <OutOfReach onRetry={retry} /> : <PageShape />
}

/** What is asked about the extras of a ticket; undefined while it is on its way. */
function extrasOf(
  { assigned }: Ticket,
  { data, isPending }: QueryResult<TicketInfo>,
): readonly AdditionalServiceWithData[] | undefined {
  if (!assigned || data || !isPending) return data?.additionalServiceWithData ?? []
  return undefined
}

type PassedOnToProps = {
  readonly to: PassingOn
  /** Mails of an event that is over are not sent. */
  readonly isMailed: boolean
}

/** After it was passed on the ticket is its new holder's alone: to whom it went, and no way to it (lifecycle E). */
export function PassedOnTo({ to: { name, email, isSameName }, isMailed }: PassedOnToProps) {
  const t = useT()
  const title = isSameName ? t('foyer.ticket.sent-to') : t('foyer.ticket.passed-on-to', name)
  useTabTitle(title)
  // The address stays the same, so that the heading takes the focus by itself.
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.querySelector('h1')?.focus(), [])
  return (
    <Sheet>
      <div ref={sheet}>
        <Blank title={<PageTitle>{title}</PageTitle>} action={<BackToOrder />}>
          {isMailed && <p>{t('foyer.ticket.passed-on-to.text', email)}</p>}
        </Blank>
      </div>
    </Sheet>
  )
}
