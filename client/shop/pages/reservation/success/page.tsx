import { FINALIZING_POLL_MS } from '#contract/limits.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Beside, Page as Sheet } from '#client/kit/page/page.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { asPlainText, RichText } from '#client/kit/rich-text/rich-text.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { has } from '#domain/reservation/states.ts'
import { inLanguage } from '#domain/language/texts.ts'
import { isEmbedded } from '../../../embedding/is-embedded.ts'
import { areMailsOver } from '../../mail-again/mail-refusal.ts'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { CalendarLinks } from '../order/calendar-links.tsx'
import { OrderCard } from '../order/order-card.tsx'
import { OrderSteps } from '../order/order-steps.tsx'
import { TaxNote } from '../order/tax-note.tsx'
import { useOrderDone } from '../order/use-order-done.ts'
import { usePolling } from '../order/use-polling.ts'
import { DownloadDocument } from './download-document.tsx'
import { ResendEmail } from './resend-email.tsx'
import css from './success.module.css'
import { BoughtTickets } from './bought-tickets.tsx'

/** The order is done: the tickets, where they were sent, and what can be done next. */
export function Page() {
  const { t, language } = useLanguage()
  const { place, event, reservation, lookAgain } = useOpenReservation()
  const isFinalizing = has(reservation, 'isFinalizing')
  usePolling(lookAgain, isFinalizing ? FINALIZING_POLL_MS : undefined)
  useOrderDone()
  useTabTitle(t('reservation-page-complete.header.title', inLanguage(event.title, language)))
  // The page around goes on from here (specification, booking 2).
  const showsButtons = !reservation.metadata.hideConfirmationButtons && !isEmbedded()
  return (
    <Sheet>
      <OrderSteps current="done" isBusy={isFinalizing} />
      <Beside
        asideLabel={t('foyer.order.summary')}
        aside={
          <OrderCard>
            <TaxNote />
            <PaymentState />
          </OrderCard>
        }
      >
        <div className={css.thanks}>
          <PageTitle quiet>{t('foyer.success.title', reservation.firstName ?? '')}</PageTitle>
          {isFinalizing ? <Finalizing /> : !areMailsOver(event) && <SentTo />}
          {!isFinalizing && <p className="soft">{t('foyer.order.reference', reservation.shortId)}</p>}
        </div>
        {!isFinalizing && <BoughtTickets />}
        {showsButtons && (
          <div className={css.next}>
            {!isFinalizing && <CalendarLinks shortName={event.shortName} />}
            <div className={css.actions}>
              {reservation.metadata.finalized && <ResendEmail />}
              <DownloadDocument />
              <ButtonLink tone="quiet" to={contextAddress(place)}>
                {t('foyer.to-event')}
              </ButtonLink>
            </div>
          </div>
        )}
      </Beside>
    </Sheet>
  )
}

function Finalizing() {
  const t = useT()
  return (
    <div role="status">
      <Notice>{t('reservation-page-complete.reservation.finalization-in-progress')}</Notice>
    </div>
  )
}

/** What goes out by mail, and to whom. */
function SentTo() {
  const t = useT()
  const { reservation } = useOpenReservation()
  const isNameMissing = reservation.ticketsByCategory.some(({ tickets }) => tickets.some(ticket => !ticket.assigned))
  return (
    <>
      <p className={css.lead}>
        <RichText html={t('reservation-page-complete.info-assign-email', asPlainText(reservation.email ?? ''))} />
      </p>
      {isNameMissing && (
        <p>
          <p>{t('foyer.success.names-missing')}</p>
        </p>
      )}
    </>
  )
}

/** An order that is paid at the door says so. */
function PaymentState() {
  const t = useT()
  const { notYetPaid } = useOpenReservation().reservation.orderSummary
  return notYetPaid ? <p className={css.unpaid}>{t('ticket.payment-required')}</p> : null
}
