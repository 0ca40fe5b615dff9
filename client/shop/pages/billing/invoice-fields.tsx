import { useWatch } from 'react-hook-form'
import { ChoiceGroup } from '#client/kit/field/choice-group.tsx'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import css from './book.module.css'
import { CompanyFields } from './company-fields.tsx'
import { CountryOptions } from '../../attendee/country-options.tsx'
import { INVOICE_LABELS, isItalianInvoice } from '../details/invoice-values.ts'
import { ItalianFields } from './italian-fields.tsx'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type InvoiceFieldsProps = { readonly form: BookingForm; readonly submission: Submission }

/** Everything an invoice needs. What a change hides stays typed, for whoever changes back. */
export function InvoiceFields({ form, submission }: InvoiceFieldsProps) {
  const terms = useOpenReservation().context.invoicingConfiguration
  const values = useWatch({ control: form.control, compute: typed => typed })
  return (
    <div className={css.fields}>
      <BuyerKind form={form} isBusiness={values.addCompanyBillingDetails} />
      {values.addCompanyBillingDetails && <CompanyFields form={form} submission={submission} values={values} />}
      <Address
        form={form}
        submission={submission}
        country={values.vatCountryCode}
        isItalian={isItalianInvoice(values, terms)}
      />
      {terms.enabledItalyEInvoicing && <ItalianFields form={form} submission={submission} values={values} />}
    </div>
  )
}

function BuyerKind({ form, isBusiness }: { readonly form: BookingForm; readonly isBusiness: boolean }) {
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
      chosen={[isBusiness ? 'business' : 'private']}
      onChoose={([kind]) => form.setValue('addCompanyBillingDetails', kind === 'business')}
    />
  )
}

type AddressProps = InvoiceFieldsProps & { readonly country: string; readonly isItalian: boolean }

function Address({ form, submission, country, isItalian }: AddressProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const field = (name: keyof typeof INVOICE_LABELS) => ({
    ...form.register(name),
    id: name,
    label: t(INVOICE_LABELS[name]),
    error: errorText(name),
  })
  return (
    <>
      <TextField {...field('billingAddressLine1')} autoComplete="billing address-line1" required />
      <TextField
        {...field('billingAddressLine2')}
        autoComplete="billing address-line2"
        optional={t('foyer.optional')}
      />
      <FieldPair>
        <TextField {...field('billingAddressZip')} autoComplete="billing postal-code" required />
        <TextField {...field('billingAddressCity')} autoComplete="billing address-level2" required />
      </FieldPair>
      <SelectField {...field('vatCountryCode')} autoComplete="billing country" required>
        <CountryOptions chosen={country} />
      </SelectField>
      <TextField
        {...field('billingAddressState')}
        autoComplete="billing address-level1"
        required={isItalian}
        optional={isItalian ? undefined : t('foyer.optional')}
        hint={isItalian ? t('foyer.book.province-hint') : undefined}
      />
    </>
  )
}
