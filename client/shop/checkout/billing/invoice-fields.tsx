import { ChoiceGroup } from '#client/kit/field/question-fields.tsx'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { CountryOptions } from '../../ticket/attendee/country-options.tsx'
import { INVOICE_LABELS, isItalianInvoice } from '../details/invoice-values.ts'
import { CompanyFields } from './company-fields.tsx'
import type { InvoiceControls } from './invoice-controls.ts'
import { ItalianFields } from './italian-fields.tsx'
import css from './invoice-fields.module.css'

type InvoiceFieldsProps = { readonly controls: InvoiceControls }

/** Everything an invoice needs. What a change hides stays typed, in case the buyer changes back. */
export function InvoiceFields({ controls }: InvoiceFieldsProps) {
  const { values, terms } = controls
  return (
    <div className={css.fields}>
      <BuyerKind controls={controls} />
      {values.addCompanyBillingDetails && <CompanyFields controls={controls} />}
      <Address controls={controls} />
      {isItalianInvoice(values, terms) && <ItalianFields controls={controls} />}
    </div>
  )
}

function BuyerKind({ controls: { values, chooseBusiness } }: InvoiceFieldsProps) {
  const t = useT()
  return (
    <ChoiceGroup
      id="addCompanyBillingDetails"
      label={t('invoice.type')}
      kind="radio"
      options={[
        { value: 'private', label: t('invoice.type.private') },
        { value: 'business', label: t('invoice.type.business') },
      ]}
      chosen={[values.addCompanyBillingDetails ? 'business' : 'private']}
      onChoose={([kind]) => chooseBusiness(kind === 'business')}
    />
  )
}

function Address({ controls }: InvoiceFieldsProps) {
  const t = useT()
  const { values, terms, isNeeded, register, errorText } = controls
  const isItalian = isItalianInvoice(values, terms)
  const optional = isNeeded ? t('foyer.optional') : undefined
  const field = (name: keyof typeof INVOICE_LABELS) => ({
    ...register(name),
    id: name,
    label: t(INVOICE_LABELS[name]),
    error: errorText(name),
  })
  return (
    <>
      <TextField {...field('billingAddressLine1')} autoComplete="billing address-line1" required={isNeeded} />
      <TextField {...field('billingAddressLine2')} autoComplete="billing address-line2" optional={optional} />
      <FieldPair>
        <TextField {...field('billingAddressZip')} autoComplete="billing postal-code" required={isNeeded} />
        <TextField {...field('billingAddressCity')} autoComplete="billing address-level2" required={isNeeded} />
      </FieldPair>
      <SelectField {...field('vatCountryCode')} autoComplete="billing country" required={isNeeded}>
        <CountryOptions chosen={values.vatCountryCode} />
      </SelectField>
      <TextField
        {...field('billingAddressState')}
        autoComplete="billing address-level1"
        required={isItalian && isNeeded}
        optional={isItalian ? undefined : optional}
        hint={isItalian ? t('foyer.book.province-hint') : undefined}
      />
    </>
  )
}
