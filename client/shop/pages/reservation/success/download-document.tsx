import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { downloadInvoicePath, downloadReceiptPath, pathTo } from '#contract/paths.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** The invoice when the order has a number, otherwise the receipt (specification, booking 3 and 9). */
export function DownloadDocument() {
  const t = useT()
  const { event, reservation } = useOpenReservation()
  const { invoiceNumber, invoiceOrReceiptDocumentPresent, paid, metadata } = reservation
  const isReady = metadata.readyForConfirmation && paid && invoiceOrReceiptDocumentPresent
  if (!isReady || !event.invoicingConfiguration.userCanDownloadReceiptOrInvoice) return null
  const isInvoice = invoiceNumber !== null
  const path = isInvoice ? downloadInvoicePath : downloadReceiptPath
  return (
    <ButtonAnchor
      tone="quiet"
      href={pathTo(path, { eventName: event.shortName, reservationId: reservation.id })}
      target="_blank"
      rel="noopener"
    >
      {t(`reservation-page-complete.download-your-${isInvoice ? 'invoice' : 'receipt'}`)}
      <span className="unseen"> ({t('link.new-tab')})</span>
    </ButtonAnchor>
  )
}
