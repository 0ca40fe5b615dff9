import { Badge } from '#client/kit/mark/mark.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { ReservationInfo, SubscriptionInfo } from '#contract/reservation.ts'
import type { Ticket, TicketsByCategory } from '#contract/ticket.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { Fragment } from 'react'
import { GREECE } from '#domain/foundation/country/country-codes.ts'
import { INVOICE_LABELS, isInvoiceOffered } from '../details/invoice-values.ts'
import css from './overview.module.css'

/** What was said so far: who orders, who is coming, and where the invoice goes. */
export function DetailsReview() {
  const t = useT()
  const { reservation } = useOpenReservation()
  const isInvoiceOffered = useIsInvoiceOffered()
  const isAnyAssigned = reservation.ticketsByCategory.some(({ tickets }) => tickets.some(ticket => ticket.assigned))
  return (
    <Card>
      <dl className={css.review}>
        <div>
          <dt>{t('foyer.overview.you')}</dt>
          <dd dir="auto">
            {reservation.firstName} {reservation.lastName}
          </dd>
          <dd className="soft">{reservation.email}</dd>
        </div>
        {reservation.subscriptionInfos?.map((pass, position) => <OwnerReview key={position} pass={pass} />) ?? (
          <div>
            <dt>{t('reservation-page.attendees')}</dt>
            {isAnyAssigned ? (
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
      <dd dir="auto">
        {owner.firstName} {owner.lastName}
      </dd>
      <dd className="soft">{owner.email}</dd>
    </div>
  )
}

function Attendees({ category: { name, tickets } }: { readonly category: TicketsByCategory }) {
  return tickets.map(ticket => (
    <dd key={ticket.uuid} className={css.attendee} dir="auto">
      <AttendeeName ticket={ticket} /> <bdi className="soft">{name}</bdi>
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

/** Is there anything to say about an invoice for this order? */
export function useIsInvoiceOffered(): boolean {
  const { context, reservation } = useOpenReservation()
  return isInvoiceOffered(context.invoicingConfiguration, reservation.orderSummary.free)
}

/** Where the invoice goes and the numbers on it, or that none was asked for; parts of a list of terms. */
function BillingReview() {
  const { t, language } = useLanguage()
  const { reservation } = useOpenReservation()
  const numbers = reservation.invoiceRequested ? numbersOf(reservation) : []
  const lines = reservation.invoiceRequested ? addressLines(reservation, language) : []
  return (
    <>
      <div>
        <dt>{t('reservation-page.invoice-details')}</dt>
        {lines.map((line, position) => (
          <dd key={position} dir="auto">
            {line}
          </dd>
        ))}
        {lines.length === 0 && <dd className="soft">{t('reservation-page.no-invoice-requested')}</dd>}
      </div>
      {numbers.length > 0 && (
        <div>
          {numbers.map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{t(name, t('common.vat'))}</dt>
              <dd dir="auto">{value}</dd>
            </Fragment>
          ))}
        </div>
      )}
    </>
  )
}

/** As on an envelope, the country in the language of the page. */
function addressLines({ firstName, lastName, billingDetails }: ReservationInfo, language: string): string[] {
  const { companyName, addressLine1, addressLine2, zip, city, state, country } = billingDetails
  const lines = [
    companyName,
    companyName ? null : `${firstName ?? ''} ${lastName ?? ''}`.trim(),
    addressLine1,
    addressLine2,
    [zip, city, state && `(${state})`].filter(Boolean).join(' '),
    country && countryName(country, language),
  ]
  return lines.flatMap(line => line || [])
}

function countryName(country: string, language: string): string {
  const code = country === GREECE.vat ? GREECE.country : country
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

type NamedNumber = { readonly name: string; readonly value: string }

/** Each with its name, for numbers look alike. */
function numbersOf({ billingDetails, customerReference }: ReservationInfo): NamedNumber[] {
  const italian = billingDetails.invoicingAdditionalInfo.italianEInvoicing
  const numbers = [
    { name: INVOICE_LABELS.vatNr, value: billingDetails.taxId },
    { name: INVOICE_LABELS.customerReference, value: customerReference },
    { name: INVOICE_LABELS.italyEInvoicingFiscalCode, value: italian?.fiscalCode },
    { name: INVOICE_LABELS.italyEInvoicingReferenceAddresseeCode, value: italian?.addresseeCode },
    { name: INVOICE_LABELS.italyEInvoicingReferencePEC, value: italian?.pec },
  ]
  return numbers.flatMap(({ name, value }) => (value ? { name, value } : []))
}
