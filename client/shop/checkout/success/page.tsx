import { Suspense, lazy, useState } from 'react'
import { FINALIZING_POLL_MS } from '#contract/limits.ts'
import { ButtonLink, Link, TextButton } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { Beside, Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { RichText, asPlainText } from '#client/kit/rich-text/rich-text.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { has } from '#domain/order/reservation/states.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { isSignInOffered } from '#client/shop/access/account-slot.tsx'
import { isEmbedded } from '../../shell/embedding/is-embedded.ts'
import { type MailRefusal, MailRefused, areMailsOver, mailRefusalOf } from '../../ticket/mail-again.tsx'
import { type Place, contextAddress, isEvent, useOpenReservation } from '../frame/open-reservation.ts'
import { CalendarLinks } from '../order/calendar-links.tsx'
import { OrderCard } from '../order/order-card.tsx'
import { OrderSteps } from '../order/order-steps.tsx'
import { TaxNote } from '../order/tax-note.tsx'
import { useOrderDone, usePolling } from '../order/use-polling.ts'
import { BoughtTickets } from './bought-tickets.tsx'
import { Share } from './share.tsx'
import {
  downloadInvoicePath,
  downloadPassInvoicePath,
  downloadPassReceiptPath,
  downloadReceiptPath,
} from '#contract/order-paths.ts'
import { pathTo, withdrawalPagePath } from '#contract/paths.ts'
import { explain } from '#client/frame/calls/call-result.ts'
import { sendConfirmationAgain } from '../calls.ts'
import css from './success.module.css'

/** Where visitors can sign in. */
const SignInForOrder = lazy(async () => ({
  default: (await import('#client/shop/access/sign-in.tsx')).SignInForOrder,
}))

/** Free orders have no money to be returned. */
const OrderChanges = lazy(async () => ({ default: (await import('./order-changes.tsx')).OrderChanges }))

/** Orders of passes alone need it. */
const BoughtPass = lazy(async () => ({ default: (await import('./bought-pass.tsx')).BoughtPass }))

/** The order is done: the tickets or the pass, where they were sent, and what can be done next. */
export function Page() {
  const { t, language } = useLanguage()
  const { context, reservation, refresh } = useOpenReservation()
  const event = isEvent(context) ? context : undefined
  const pass = reservation.subscriptionInfos?.[0]
  const isFinalizing = has(reservation, 'isFinalizing')
  usePolling(refresh, isFinalizing ? FINALIZING_POLL_MS : undefined)
  useOrderDone()
  useTabTitle(t('reservation-page-complete.header.title', inLanguage(context.title, language)))
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
          {isFinalizing ? <Finalizing /> : !(event && areMailsOver(event)) && <SentTo />}
          {!isFinalizing && <p className="soft">{t('foyer.order.reference', reservation.shortId)}</p>}
        </div>
        {!isFinalizing && event && <BoughtTickets />}
        {!isFinalizing && !reservation.orderSummary.free && (
          <Suspense>
            <OrderChanges />
          </Suspense>
        )}
        {!isFinalizing && pass && (
          <Suspense>
            <BoughtPass pass={pass} />
          </Suspense>
        )}
        {showsButtons && <Next />}
      </Beside>
    </Sheet>
  )
}

/** What can be done next, the rarer as links. */
function Next() {
  const { t, language } = useLanguage()
  const { place, context, reservation } = useOpenReservation()
  const event = isEvent(context) ? context : undefined
  const isFinalizing = has(reservation, 'isFinalizing')
  const isPass = reservation.subscriptionInfos?.[0] !== undefined
  return (
    <div className={css.next}>
      {!isFinalizing && event && <CalendarLinks shortName={event.shortName} />}
      <div className={css.actions}>
        {event && <Share title={inLanguage(event.title, language)} path={contextAddress(place)} />}
        <ButtonLink tone="quiet" to={contextAddress(place)}>
          {t('foyer.to-event')}
        </ButtonLink>
        <Suspense>{isSignInOffered() && <SignInForOrder order={place} />}</Suspense>
      </div>
      <div className={css.links}>
        <DownloadDocument />
        {reservation.metadata.finalized && <ResendEmail />}
        {!isFinalizing && isPass && (
          <WithdrawalLink passId={place.publicIdentifier} reservationId={place.reservationId} />
        )}
      </div>
    </div>
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
        <RichText html={useSentTo()} />
      </p>
      {isNameMissing && <p>{t('foyer.success.names-missing')}</p>}
    </>
  )
}

/** A pass for another person goes to them, and the confirmation to the buyer. */
function useSentTo(): string {
  const t = useT()
  const { reservation } = useOpenReservation()
  const buyer = asPlainText(reservation.email ?? '')
  const owner = reservation.subscriptionInfos?.[0]?.owner.email
  if (!owner) return t('reservation-page-complete.info-assign-email', buyer)
  if (owner === reservation.email) return t('reservation-page-complete.info-subscription-email', buyer)
  return t('foyer.pass-order.sent-to', asPlainText(owner), buyer)
}

/** An order that is paid at the door says so. */
function PaymentState() {
  const t = useT()
  const { notYetPaid } = useOpenReservation().reservation.orderSummary
  return notYetPaid ? <p className={css.unpaid}>{t('ticket.payment-required')}</p> : null
}

/** The invoice when the order has a number, otherwise the receipt (specification, booking 3 and 9). */
function DownloadDocument() {
  const t = useT()
  const { place, context, reservation } = useOpenReservation()
  const { invoiceNumber, invoiceOrReceiptDocumentPresent, paid, metadata } = reservation
  const isReady = metadata.readyForConfirmation && paid && invoiceOrReceiptDocumentPresent
  if (!isReady || !context.invoicingConfiguration.userCanDownloadReceiptOrInvoice) return null
  const isInvoice = invoiceNumber !== null
  return (
    <a className={css.link} href={documentAddress(place, isInvoice)} target="_blank" rel="noopener">
      {t(`reservation-page-complete.download-your-${isInvoice ? 'invoice' : 'receipt'}`)}
      <span className="unseen"> ({t('link.new-tab')})</span>
    </a>
  )
}

function documentAddress({ type, publicIdentifier, reservationId }: Place, isInvoice: boolean): string {
  return type === 'event'
    ? pathTo(isInvoice ? downloadInvoicePath : downloadReceiptPath, { eventName: publicIdentifier, reservationId })
    : pathTo(isInvoice ? downloadPassInvoicePath : downloadPassReceiptPath, { id: publicIdentifier, reservationId })
}

/** Sends the confirmation once more, in the language of the page. */
function ResendEmail() {
  const { t, language } = useLanguage()
  const toast = useToast()
  const { place } = useOpenReservation()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<MailRefusal | null>(null)
  const send = async () => {
    setIsSending(true)
    const answer = await sendConfirmationAgain(place, language)
    setIsSending(false)
    const refused = mailRefusalOf(answer)
    setRefusal(refused)
    if (refused) return
    if (answer.kind === 'done' && answer.value) toast(t('email.confirmation-email-sent'), 'good')
    else if (answer.kind === 'done') toast(t('error.generic'), 'bad')
    else for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
  }
  return (
    <>
      <TextButton busy={isSending} onClick={() => void send()}>
        {t('reservation-page-complete.resend-reservation-email')}
      </TextButton>
      <MailRefused refusal={refusal} />
    </>
  )
}

type WithdrawalLinkProps = {
  /** Public id of the pass on sale. */
  readonly passId: string
  readonly reservationId: string
}

/** To be found during the whole period wherever the order of a pass is shown (Directive 2011/83/EU, 11a). */
function WithdrawalLink({ passId, reservationId }: WithdrawalLinkProps) {
  const t = useT()
  return (
    <Link className={css.link} to={pathTo(withdrawalPagePath, { id: passId, reservationId })}>
      {t('foyer.withdrawal.link')}
    </Link>
  )
}
