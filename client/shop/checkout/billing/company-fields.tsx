import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { isEuVatCountry } from '#domain/foundation/country/country-codes.ts'
import { INVOICE_LABELS, isVatNumberSkipped } from '../details/invoice-values.ts'
import type { InvoiceControls } from './invoice-controls.ts'

type CompanyFieldsProps = { readonly controls: InvoiceControls }

/** What only a business has: its name, its number, its own reference. */
export function CompanyFields({ controls }: CompanyFieldsProps) {
  const t = useT()
  const { values, terms, isNeeded, register, errorText } = controls
  const optional = isNeeded ? t('foyer.optional') : undefined
  return (
    <>
      <TextField
        {...register('billingAddressCompany')}
        id="billingAddressCompany"
        label={t(INVOICE_LABELS.billingAddressCompany)}
        optional={optional}
        autoComplete="billing organization"
        error={errorText('billingAddressCompany')}
      />
      {!isVatNumberSkipped(values, terms) && <VatNumber controls={controls} />}
      {!terms.vatNumberStrictlyRequired && (
        <CheckboxField
          {...register('skipVatNr')}
          id="skipVatNr"
          label={t('reservation-page.skipVatNr', t('common.vat'))}
        />
      )}
      {terms.customerReferenceEnabled && (
        <TextField
          {...register('customerReference')}
          id="customerReference"
          label={t(INVOICE_LABELS.customerReference)}
          optional={optional}
          autoComplete="off"
          error={errorText('customerReference')}
        />
      )}
    </>
  )
}

/** Those of the European Union are looked up. */
function VatNumber({ controls }: CompanyFieldsProps) {
  const t = useT()
  const { values, terms, isNeeded, register, errorText } = controls
  const { vatCountryCode } = values
  const isChecked = terms.euVatCheckingEnabled && (vatCountryCode === '' || isEuVatCountry(vatCountryCode))
  return (
    <TextField
      {...register('vatNr')}
      id="vatNr"
      label={t(INVOICE_LABELS.vatNr, t('common.vat'))}
      hint={isChecked ? t('foyer.book.vat-hint') : undefined}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required={isNeeded}
      error={errorText('vatNr')}
    />
  )
}
