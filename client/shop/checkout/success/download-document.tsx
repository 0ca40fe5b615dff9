import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import {
  downloadInvoicePath,
  downloadPassInvoicePath,
  downloadPassReceiptPath,
  downloadReceiptPath,
} from '#contract/document-paths.ts'
import { pathTo } from '#contract/paths.ts'
import { type Place, useOpenReservation } from '../frame/open-reservation.ts'

/** The invoice when the order has a number, otherwise the receipt (specification, booking 3 and 9). */
export function DownloadDocument() {
  const t = useT()
  const { place, context, reservation } = useOpenReservation()
  const { invoiceNumber, invoiceOrReceiptDocumentPresent, paid, metadata } = reservation
  const isReady = metadata.readyForConfirmation && paid && invoiceOrReceiptDocumentPresent
  if (!isReady || !context.invoicingConfiguration.userCanDownloadReceiptOrInvoice) return null
  const isInvoice = invoiceNumber !== null
  return (
    <ButtonAnchor tone="quiet" href={documentAddress(place, isInvoice)} target="_blank" rel="noopener">
      {t(`reservation-page-complete.download-your-${isInvoice ? 'invoice' : 'receipt'}`)}
      <span className="unseen"> ({t('link.new-tab')})</span>
    </ButtonAnchor>
  )
}

function documentAddress({ type, publicIdentifier, reservationId }: Place, isInvoice: boolean): string {
  return type === 'event'
    ? pathTo(isInvoice ? downloadInvoicePath : downloadReceiptPath, { eventName: publicIdentifier, reservationId })
    : pathTo(isInvoice ? downloadPassInvoicePath : downloadPassReceiptPath, { id: publicIdentifier, reservationId })
}
