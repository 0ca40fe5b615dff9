import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { ChoiceGroup } from '#client/kit/field/question-fields.tsx'
import { useT } from '#client/language/language-context.ts'
import { INVOICE_LABELS } from '../details/invoice-values.ts'
import type { InvoiceControls } from './invoice-controls.ts'

type ItalianFieldsProps = { readonly controls: InvoiceControls }

/** Of an invoice to Italy: the buyer's fiscal code, and how the invoice reaches the buyer. */
export function ItalianFields({ controls }: ItalianFieldsProps) {
  const t = useT()
  const { isNeeded, register, errorText } = controls
  return (
    <>
      <TextField
        {...register('italyEInvoicingFiscalCode')}
        id="italyEInvoicingFiscalCode"
        label={t(INVOICE_LABELS.italyEInvoicingFiscalCode)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required={isNeeded}
        error={errorText('italyEInvoicingFiscalCode')}
      />
      <Delivery controls={controls} />
    </>
  )
}

const REFERENCE_TYPES = [
  { value: 'ADDRESSEE_CODE', label: 'invoice-fields.addressee-code' },
  { value: 'PEC', label: 'invoice-fields.pec' },
  { value: 'NONE', label: 'invoice.fields.neither' },
] as const

function Delivery({ controls: { values, isNeeded, register, chooseReference, errorText } }: ItalianFieldsProps) {
  const t = useT()
  const { italyEInvoicingReferenceType: chosen, addCompanyBillingDetails: isBusiness } = values
  const choose = ([value]: readonly string[]) => {
    const type = REFERENCE_TYPES.find(known => known.value === value)
    if (type) chooseReference(type.value)
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
          {...register('italyEInvoicingReferenceAddresseeCode')}
          id="italyEInvoicingReferenceAddresseeCode"
          label={t(INVOICE_LABELS.italyEInvoicingReferenceAddresseeCode)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required={isNeeded}
          error={errorText('italyEInvoicingReferenceAddresseeCode')}
        />
      )}
      {chosen === 'PEC' && (
        <TextField
          {...register('italyEInvoicingReferencePEC')}
          id="italyEInvoicingReferencePEC"
          label={t(INVOICE_LABELS.italyEInvoicingReferencePEC)}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required={isNeeded}
          error={errorText('italyEInvoicingReferencePEC')}
        />
      )}
      {isBusiness && (
        <CheckboxField
          {...register('italyEInvoicingSplitPayment')}
          id="italyEInvoicingSplitPayment"
          label={t('invoice-fields.split-payment')}
        />
      )}
    </>
  )
}
