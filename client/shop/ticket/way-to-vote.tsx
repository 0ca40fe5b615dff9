import { useQuery } from '#client/frame/calls/use-query.tsx'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { Link } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { pathTo, pollsPagePath } from '#contract/paths.ts'
import { keepPin } from './poll-pin/kept-pin.ts'
import { type TicketPlace, ticketQuery } from './calls.ts'

/**
 * For an attendee who has come in while a poll is open: the PIN of the ticket, and the way to vote, which needs no
 * typing of it. The PIN goes along in the storage of the tab, and in no address that is written down somewhere.
 */
export function WayToVote({ place }: { readonly place: TicketPlace }) {
  const t = useT()
  const { data: ticket } = useQuery(ticketQuery(place))
  const pin = ticket?.pollPin
  if (!pin) return null
  return (
    <Notice
      tone="good"
      action={
        <Link to={pathTo(pollsPagePath, place)} onClick={() => keepPin(tabStorage, place.shortName, pin)}>
          {t('foyer.ticket.vote')}
        </Link>
      }
    >
      {t('foyer.ticket.vote.pin', pin)}
    </Notice>
  )
}
