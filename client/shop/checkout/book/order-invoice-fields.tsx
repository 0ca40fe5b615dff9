import { useFormValues } from '#client/frame/forms/form-values.ts'
import { InvoiceFields } from '../billing/invoice-fields.tsx'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type OrderInvoiceFieldsProps = { readonly form: BookingForm; readonly submission: Submission }

/** The fields of an invoice, as the form of an order has them. */
export function OrderInvoiceFields({ form, submission }: OrderInvoiceFieldsProps) {
  const terms = useOpenReservation().context.invoicingConfiguration
  const errorText = useErrorText(submission)
  const values = useFormValues(form, typed => typed)
  return (
    <InvoiceFields
      controls={{
        values,
        terms,
        isNeeded: true,
        register: name => form.register(name),
        chooseBusiness: isBusiness => form.setValue('addCompanyBillingDetails', isBusiness),
        chooseReference: type => form.setValue('italyEInvoicingReferenceType', type),
        errorText,
      }}
    />
  )
}
