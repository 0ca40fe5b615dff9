import { Suspense, lazy, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { isInvoiceInAddress } from './invoice-in-address.ts'
import { isInvoiceOffered } from '../details/invoice-values.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'

/** Most buyers need none of it. */
const loadFields = () => import('./order-invoice-fields.tsx')
const OrderInvoiceFields = lazy(async () => ({ default: (await loadFields()).OrderInvoiceFields }))

const SECTION_ID = 'invoice'

type InvoiceProps = { readonly form: BookingForm; readonly submission: Submission }

/** Where the invoice goes, if the buyer wants one or every order gets one. */
export function Invoice({ form, submission }: InvoiceProps) {
  const { context, reservation } = useOpenReservation()
  const terms = context.invoicingConfiguration
  if (!isInvoiceOffered(terms, reservation.orderSummary.free)) return null
  return <Offered form={form} submission={submission} isForEverybody={terms.onlyInvoice} />
}

function Offered({ form, submission, isForEverybody }: InvoiceProps & { readonly isForEverybody: boolean }) {
  const t = useT()
  const isRequested = useWatch({ control: form.control, name: 'invoiceRequested' })
  useWayToInvoice()
  return (
    <>
      {!isForEverybody && (
        <CheckboxField
          {...form.register('invoiceRequested')}
          id="invoiceRequested"
          label={t('reservation-page.i-need-an-invoice')}
        />
      )}
      {(isForEverybody || isRequested) && (
        <Section title={t('reservation-page.invoice-details')} id={SECTION_ID}>
          <Suspense>
            <OrderInvoiceFields form={form} submission={submission} />
          </Suspense>
        </Section>
      )}
    </>
  )
}

/** A link that asks for an invoice leads to it (specification, booking 2), eyes and focus; the fields are fetched early. */
function useWayToInvoice(): void {
  const [isAskedFor] = useState(isInvoiceInAddress)
  useEffect(() => {
    // Without its bundle it is fetched again when it is wanted.
    const loaded = loadFields().catch(() => undefined)
    if (!isAskedFor) return
    void loaded.then(() => {
      const heading = document.getElementById(SECTION_ID)
      heading?.focus({ preventScroll: true })
      heading?.scrollIntoView({ block: 'start' })
    })
  }, [isAskedFor])
}
