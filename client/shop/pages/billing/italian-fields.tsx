import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { ChoiceGroup } from '#client/kit/field/choice-group.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { INVOICE_LABELS, type InvoiceValues, isItalianInvoice } from '../details/invoice-values.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type ItalianFieldsProps = {
  readonly form: BookingForm
  readonly submission: Submission
  readonly values: InvoiceValues
}

/** An invoice that goes the Italian way: the fiscal code of anybody, and for Italy how it reaches the buyer. */
export function ItalianFields({ form, submission, values }: ItalianFieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const terms = useOpenReservation().context.invoicingConfiguration
  return (
    <>
      <TextField
        {...form.register('italyEInvoicingFiscalCode')}
        id="italyEInvoicingFiscalCode"
        label={t(INVOICE_LABELS.italyEInvoicingFiscalCode)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={errorText('italyEInvoicingFiscalCode')}
      />
      {isItalianInvoice(values, terms) && <Delivery form={form} submission={submission} values={values} />}
    </>
  )
}

const REFERENCE_TYPES = [
  { value: 'ADDRESSEE_CODE', label: 'invoice-fields.addressee-code' },
  { value: 'PEC', label: 'invoice-fields.pec' },
  { value: 'NONE', label: 'invoice.fields.neither' },
] as const

function Delivery({ form, submission, values }: ItalianFieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const { italyEInvoicingReferenceType: chosen, addCompanyBillingDetails: isBusiness } = values
  const choose = ([value]: readonly string[]) => {
    const type = REFERENCE_TYPES.find(known => known.value === value)
    if (type) form.setValue('italyEInvoicingReferenceType', type.value)
  }
  return (
    <>
      <ChoiceGroup
        id="italyEInvoicingReferenceType"
        label={t(INVOICE_LABELS.italyEInvoicingReferenceType)}
        kind="radio"
        options={REFERENCE_TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
        chosen={[chosen]}
        onChoose={choose}
        error={errorText('italyEInvoicingReferenceType')}
      />
      {chosen === 'ADDRESSEE_CODE' && (
        <TextField
          {...form.register('italyEInvoicingReferenceAddresseeCode')}
          id="italyEInvoicingReferenceAddresseeCode"
          label={t(INVOICE_LABELS.italyEInvoicingReferenceAddresseeCode)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={errorText('italyEInvoicingReferenceAddresseeCode')}
        />
      )}
      {chosen === 'PEC' && (
        <TextField
          {...form.register('italyEInvoicingReferencePEC')}
          id="italyEInvoicingReferencePEC"
          label={t(INVOICE_LABELS.italyEInvoicingReferencePEC)}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errorText('italyEInvoicingReferencePEC')}
        />
      )}
      {isBusiness && (
        <CheckboxField
          {...form.register('italyEInvoicingSplitPayment')}
          id="italyEInvoicingSplitPayment"
          label={t('invoice-fields.split-payment')}
        />
      )}
    </>
  )
}
