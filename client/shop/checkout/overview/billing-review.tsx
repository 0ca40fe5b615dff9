import { Fragment } from 'react'
import { useLanguage } from '#client/language/language-context.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { GREECE } from '#domain/foundation/country/country-codes.ts'
import { INVOICE_LABELS, isInvoiceOffered } from '../details/invoice-values.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** Is there anything to say about an invoice for this order? */
export function useIsInvoiceOffered(): boolean {
  const { context, reservation } = useOpenReservation()
  return isInvoiceOffered(context.invoicingConfiguration, reservation.orderSummary.free)
}

/** Where the invoice goes and the numbers on it, or that none was asked for; parts of a list of terms. */
export function BillingReview() {
  const { t, language } = useLanguage()
  const { reservation } = useOpenReservation()
  const numbers = reservation.invoiceRequested ? numbersOf(reservation) : []
  const lines = reservation.invoiceRequested ? addressLines(reservation, language) : []
  return (
    <>
      <div>
        <dt>{t('reservation-page.invoice-details')}</dt>
        {lines.map((line, position) => (
          <dd key={position}>{line}</dd>
        ))}
        {lines.length === 0 && <dd className="soft">{t('reservation-page.no-invoice-requested')}</dd>}
      </div>
      {numbers.length > 0 && (
        <div>
          {numbers.map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{t(name, t('common.vat'))}</dt>
              <dd>{value}</dd>
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
