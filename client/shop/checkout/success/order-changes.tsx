import { server } from '#client/frame/calls/server.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { orderChangesPath, orderDocumentPath } from '#contract/order-paths.ts'
import { pathTo } from '#contract/paths.ts'
import { ReturnedMoney } from '../order/returned-money.tsx'
import { useOpenReservation } from '../frame/open-reservation.ts'
import css from './success.module.css'

const orderChangesQuery = (reservationId: string) =>
  queryOptions({
    queryKey: ['order-changes', reservationId],
    queryFn: ({ signal }) => valueOf(server().call('GET', orderChangesPath, { params: { reservationId }, signal })),
  })

/** What the organiser took from an order that goes on: tickets, money that goes back, and the credit notes of it. */
export function OrderChanges() {
  const t = useT()
  const { reservationId } = useOpenReservation().place
  const { data: changes } = useQuery(orderChangesQuery(reservationId))
  if (!changes) return null
  const { cancelledTickets, currency, returned, creditNotes } = changes
  if (cancelledTickets === 0 && returned.length === 0 && creditNotes.length === 0) return null
  return (
    <Section title={t('foyer.changes.title')} id="changes">
      <div className={css.changes}>
        {cancelledTickets > 0 && <p>{t('foyer.changes.tickets', changes.organizationName, cancelledTickets)}</p>}
        {currency !== null && <ReturnedMoney of={{ ...changes, currency }} />}
        {creditNotes.map(({ id, number }) => (
          <p key={id}>
            <ButtonAnchor tone="quiet" href={pathTo(orderDocumentPath, { reservationId, documentId: id })}>
              {t('foyer.ended.document.CREDIT_NOTE')} {number}
            </ButtonAnchor>
          </p>
        ))}
      </div>
    </Section>
  )
}
