import { Badge } from '#client/kit/mark/mark.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { useT } from '#client/language/language-context.ts'
import type { SubscriptionInfo } from '#contract/reservation.ts'
import type { Ticket, TicketsByCategory } from '#contract/ticket.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { BillingReview, useIsInvoiceOffered } from './billing-review.tsx'
import css from './overview.module.css'

/** What was said so far: who orders, who is coming, and where the invoice goes. */
export function DetailsReview() {
  const t = useT()
  const { reservation } = useOpenReservation()
  const isInvoiceOffered = useIsInvoiceOffered()
  const isAnybodyNamed = reservation.ticketsByCategory.some(({ tickets }) => tickets.some(ticket => ticket.assigned))
  return (
    <Card>
      <dl className={css.review}>
        <div>
          <dt>{t('foyer.overview.you')}</dt>
          <dd>
            {reservation.firstName} {reservation.lastName}
          </dd>
          <dd className="soft">{reservation.email}</dd>
        </div>
        {reservation.subscriptionInfos?.map((pass, position) => <OwnerReview key={position} pass={pass} />) ?? (
          <div>
            <dt>{t('reservation-page.attendees')}</dt>
            {isAnybodyNamed ? (
              reservation.ticketsByCategory.map(category => <Attendees key={category.name} category={category} />)
            ) : (
              <dd className="soft">{t('foyer.overview.later')}</dd>
            )}
          </div>
        )}
        {isInvoiceOffered && <BillingReview />}
      </dl>
    </Card>
  )
}

/** Whom the pass is for, where that is not the buyer. */
function OwnerReview({ pass: { owner } }: { readonly pass: SubscriptionInfo }) {
  const t = useT()
  if (owner.email === null) return null
  return (
    <div>
      <dt>{t('reservation-page-complete.subscription.owner')}</dt>
      <dd>
        {owner.firstName} {owner.lastName}
      </dd>
      <dd className="soft">{owner.email}</dd>
    </div>
  )
}

function Attendees({ category: { name, tickets } }: { readonly category: TicketsByCategory }) {
  return tickets.map(ticket => (
    <dd key={ticket.uuid} className={css.attendee}>
      <AttendeeName ticket={ticket} /> <span className="soft">{name}</span>
    </dd>
  ))
}

function AttendeeName({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  if (!ticket.assigned) return <Badge>{t('reservation-page-complete.ticket-not-assigned')}</Badge>
  return (
    <>
      {ticket.firstName} {ticket.lastName}
    </>
  )
}
