import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useRef, useState } from 'react'
import { type Form, useForm, useFormValues } from '#client/frame/forms/form-values.ts'
import { type WireProblem, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { type Refusal, refusedFields, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { InvoicingConfiguration } from '#contract/configuration.ts'
import type { ProfileForm, User } from '#contract/user.ts'
import type { WarningMessage } from '#contract/wrapper.ts'
import { meQuery } from '../../../access/sign-in.tsx'
import { emptyProblem, sortProblems } from '../../../ticket/attendee/field-errors.ts'
import type { InvoiceControls } from '../../../checkout/billing/invoice-fields.tsx'
import {
  type InvoiceValues,
  NO_INVOICE,
  invoiceFrom,
  isInvoiceBlank,
  shownInvoiceFields,
  toInvoiceForm,
} from '../../../checkout/details/invoice-values.ts'
import { explainToOwner, saveProfile } from '../for-signed-in.tsx'

export type ProfileEditing = Omit<InvoiceControls, 'isNeeded' | 'errorText'> & {
  readonly form: Form<ProfileValues>
  readonly isSaving: boolean
  readonly refusal: Refusal | undefined
  /** What of it is wrong with the present form. */
  readonly problems: readonly WireProblem[]
  /** What is strange about what was saved. */
  readonly warnings: readonly WarningMessage[]
  errorText(field: string): string | undefined
  save(): Promise<void>
}

/** The form of the profile: what is kept, what is typed since, and what the server says to it. */
export function useProfile(me: User, invoicing: InvoicingConfiguration): ProfileEditing {
  const t = useT()
  const form = useForm<ProfileValues>(profileFrom(me))
  const [terms] = useState(() => profileTerms(invoicing, profileFrom(me)))
  const values = useFormValues(form, typed => typed)
  const { isSaving, refusal, warnings, save } = useSaving(form, me, terms)
  const problems = refusal ? stillWrong(refusal.fields, values, (field, text) => emptied(field, text)) : []
  return {
    form,
    values,
    terms,
    isSaving,
    refusal,
    problems,
    warnings,
    save,
    register: name => form.register(name),
    chooseBusiness: isBusiness => form.setValue('addCompanyBillingDetails', isBusiness),
    chooseReference: type => form.setValue('italyEInvoicingReferenceType', type),
    errorText: field => {
      const problem = problems.find(one => one.field === field)
      return problem && t(problem.code, ...problem.args)
    },
  }
}

const emptied = (field: string, text: string): WireProblem | undefined =>
  text === '' ? emptyProblem(field, undefined) : undefined

function useSaving(form: Form<ProfileValues>, me: User, terms: InvoicingConfiguration) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const [warnings, setWarnings] = useState<readonly WarningMessage[]>([])
  const isUnderWay = useRef(false)
  const save = async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSaving(true)
    setWarnings([])
    const values = form.getValues()
    const answer = await saveProfile(toProfileForm(values, me, terms))
    isUnderWay.current = false
    setIsSaving(false)
    if (answer.kind !== 'done') {
      const { fields, global } = sortProblems(explainToOwner(answer), [
        'firstName',
        'lastName',
        ...shownInvoiceFields(values, terms),
      ])
      return setRefusal({ fields: refusedFields(fields, values), global, status: httpStatusOf(answer) })
    }
    setRefusal(undefined)
    const { value: kept, warnings: strange } = answer.value
    cache.setQueryData(meQuery().queryKey, kept)
    if (kept) form.reset(profileFrom(kept))
    setWarnings(strange)
    toast(t('my-profile.update.success'), 'good')
  }
  return { isSaving, refusal, warnings, save }
}

/** What is in the form of the profile, under the names of the wire; answers in the order of `answersOf`. */
type ProfileValues = InvoiceValues & {
  firstName: string
  lastName: string
  answers: Readonly<Record<number, { readonly text: string }>>
}

type KeptAnswer = {
  readonly name: string
  readonly label: Readonly<Record<string, string>>
  readonly text: string
  /** Several values can be read here, and changed to one. */
  readonly isOfSeveral: boolean
}

/** The answers that are kept for the next order. */
export function answersOf({ profile }: User): readonly KeptAnswer[] {
  return Object.entries(profile?.additionalData ?? {}).map(([name, { label, values }]) => ({
    name,
    label,
    text: values.join(', '),
    isOfSeveral: values.length > 1,
  }))
}

export function profileFrom(me: User): ProfileValues {
  const { firstName, lastName, profile } = me
  return {
    ...(profile ? invoiceOf(profile.billingDetails) : NO_INVOICE),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    answers: answersOf(me).map(({ text }) => ({ text })),
  }
}

/** Who has kept a company or a number is a business. */
function invoiceOf(billingDetails: NonNullable<User['profile']>['billingDetails']): InvoiceValues {
  const { companyName, taxId } = billingDetails
  return invoiceFrom({
    invoiceRequested: false,
    addCompanyBillingDetails: Boolean(companyName ?? taxId),
    customerReference: null,
    skipVatNr: companyName !== null && taxId === null,
    billingDetails,
  })
}

/**
 * How invoices are filled in here: where the shop offers them, and where something is kept that would be lost otherwise. An order's own
 * reference is none of a profile's, and numbers are looked up when they are used.
 */
export function profileTerms(shop: InvoicingConfiguration, kept: InvoiceValues): InvoicingConfiguration {
  return {
    ...shop,
    invoiceAllowed: shop.invoiceAllowed || !isInvoiceBlank(kept),
    enabledItalyEInvoicing: shop.enabledItalyEInvoicing || kept.italyEInvoicingFiscalCode !== '',
    customerReferenceEnabled: false,
    euVatCheckingEnabled: false,
  }
}

/** What is sent: everything, for what is left out is cleared. An invoice is asked for by an order only, so half an address can be kept. */
export function toProfileForm(values: ProfileValues, me: User, terms: InvoicingConfiguration): ProfileForm {
  const { customerReference: _, ...invoice } = toInvoiceForm({ ...values, invoiceRequested: true }, terms, false)
  return {
    ...invoice,
    invoiceRequested: false,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    additionalInfo: Object.fromEntries([
      // Without any name all answers would be cleared; no question comes without one.
      ['', null],
      ...answersOf(me).flatMap(({ name, text, isOfSeveral }, index) => {
        const entered = values.answers[index]?.text.trim() ?? ''
        return isOfSeveral && entered === text ? [] : [[name, entered === '' ? null : entered] as const]
      }),
    ]),
  }
}
