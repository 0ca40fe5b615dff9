import { ChoiceGroup } from '#client/kit/field/question-fields.tsx'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { CountryOptions } from '#client/frame/questions/country-options.tsx'
import {
  INVOICE_LABELS,
  type InvoiceField,
  type InvoiceValues,
  isItalianInvoice,
  isVatNumberSkipped,
} from '../details/invoice-values.ts'
import type { Registered } from '#client/frame/forms/form-values.ts'
import type { InvoicingConfiguration } from '#contract/configuration.ts'
import { isEuVatCountry } from '#domain/foundation/country/country-codes.ts'
import css from './invoice-fields.module.css'

type InvoiceFieldsProps = { readonly controls: InvoiceControls }

/** Everything an invoice needs. What a change hides stays typed, in case the buyer changes back. */
export function InvoiceFields({ controls }: InvoiceFieldsProps) {
  const { values, terms } = controls
  return (
    <div className={css.fields}>
      <BuyerKind controls={controls} />
      {values.addCompanyBillingDetails && <CompanyName controls={controls} />}
      <Country controls={controls} />
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

/** Before the number of the tax, which depends on it. */
function Country({ controls: { values, isNeeded, register, errorText } }: InvoiceFieldsProps) {
  const t = useT()
  // With its value: the option of a country may come after the country was filled in.
  return (
    <SelectField
      {...register('vatCountryCode')}
      id="vatCountryCode"
      label={t(INVOICE_LABELS.vatCountryCode)}
      value={values.vatCountryCode}
      autoComplete="billing country"
      required={isNeeded}
      error={errorText('vatCountryCode')}
    >
      <CountryOptions chosen={values.vatCountryCode} />
    </SelectField>
  )
}

function CompanyName({ controls: { isNeeded, register, errorText } }: InvoiceFieldsProps) {
  const t = useT()
  return (
    <TextField
      {...register('billingAddressCompany')}
      id="billingAddressCompany"
      label={t(INVOICE_LABELS.billingAddressCompany)}
      autoComplete="billing organization"
      required={isNeeded}
      error={errorText('billingAddressCompany')}
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

/** What the fields of an invoice need of the form they are in: that of an order, or of a profile. */
export type InvoiceControls = {
  readonly values: InvoiceValues
  readonly terms: InvoicingConfiguration
  /** Of an order; what is kept for the next one may be left empty. */
  readonly isNeeded: boolean
  register(name: keyof InvoiceValues): Registered
  chooseBusiness(isBusiness: boolean): void
  chooseReference(type: InvoiceValues['italyEInvoicingReferenceType']): void
  errorText(name: InvoiceField): string | undefined
}

type CompanyFieldsProps = { readonly controls: InvoiceControls }

/** What only a business has besides its name: its number, its own reference. */
function CompanyFields({ controls }: CompanyFieldsProps) {
  const t = useT()
  const { values, terms, isNeeded, register, errorText } = controls
  const optional = isNeeded ? t('foyer.optional') : undefined
  return (
    <>
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

type ItalianFieldsProps = { readonly controls: InvoiceControls }

/** Of an invoice to Italy: the buyer's fiscal code, and how the invoice reaches the buyer. */
function ItalianFields({ controls }: ItalianFieldsProps) {
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
    const type = REFERENCE_TYPES.find(one => one.value === value)
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
