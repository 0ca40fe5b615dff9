import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { isEuVatCountry } from '#domain/country/country-codes.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { INVOICE_LABELS, type InvoiceValues, isVatNumberSkipped } from '../details/invoice-values.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type CompanyFieldsProps = {
  readonly form: BookingForm
  readonly submission: Submission
  readonly values: InvoiceValues
}

/** What only a business has: its name, its number, its own reference. */
export function CompanyFields({ form, submission, values }: CompanyFieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const terms = useOpenReservation().context.invoicingConfiguration
  return (
    <>
      <TextField
        {...form.register('billingAddressCompany')}
        id="billingAddressCompany"
        label={t(INVOICE_LABELS.billingAddressCompany)}
        optional={t('foyer.optional')}
        autoComplete="billing organization"
        error={errorText('billingAddressCompany')}
      />
      {!isVatNumberSkipped(values, terms) && <VatNumber form={form} submission={submission} values={values} />}
      {!terms.vatNumberStrictlyRequired && (
        <CheckboxField
          {...form.register('skipVatNr')}
          id="skipVatNr"
          label={t('reservation-page.skipVatNr', t('common.vat'))}
        />
      )}
      {terms.customerReferenceEnabled && (
        <TextField
          {...form.register('customerReference')}
          id="customerReference"
          label={t(INVOICE_LABELS.customerReference)}
          optional={t('foyer.optional')}
          autoComplete="off"
          error={errorText('customerReference')}
        />
      )}
    </>
  )
}

/** Those of the European Union are looked up. */
function VatNumber({ form, submission, values: { vatCountryCode } }: CompanyFieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const { euVatCheckingEnabled } = useOpenReservation().context.invoicingConfiguration
  const isChecked = euVatCheckingEnabled && (vatCountryCode === '' || isEuVatCountry(vatCountryCode))
  return (
    <TextField
      {...form.register('vatNr')}
      id="vatNr"
      label={t(INVOICE_LABELS.vatNr, t('common.vat'))}
      hint={isChecked ? t('foyer.book.vat-hint') : undefined}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
      error={errorText('vatNr')}
    />
  )
}
