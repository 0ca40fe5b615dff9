import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { type WireProblem, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { type Refusal, refusedFields, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { InvoicingConfiguration } from '#contract/configuration.ts'
import type { User } from '#contract/user.ts'
import type { WarningMessage } from '#contract/wrapper.ts'
import { meQuery } from '../../../access/me-query.ts'
import { emptyProblem } from '../../../ticket/attendee/empty-text.ts'
import { sortProblems } from '../../../ticket/attendee/field-errors.ts'
import type { InvoiceControls } from '../../../checkout/billing/invoice-controls.ts'
import { shownInvoiceFields } from '../../../checkout/details/invoice-values.ts'
import { explainToOwner, saveProfile } from '../calls.ts'
import { type ProfileValues, profileFrom, profileTerms, toProfileForm } from './profile-values.ts'

export type ProfileForm = Omit<InvoiceControls, 'isNeeded' | 'errorText'> & {
  readonly form: UseFormReturn<ProfileValues>
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
export function useProfile(me: User, invoicing: InvoicingConfiguration): ProfileForm {
  const t = useT()
  const form = useForm<ProfileValues>({ defaultValues: profileFrom(me) })
  const [terms] = useState(() => profileTerms(invoicing, profileFrom(me)))
  const values = useWatch({ control: form.control, compute: (typed: ProfileValues) => typed })
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
      const problem = problems.find(known => known.field === field)
      return problem && t(problem.code, ...problem.args)
    },
  }
}

const emptied = (field: string, text: string): WireProblem | undefined =>
  text === '' ? emptyProblem(field, undefined) : undefined

function useSaving(form: UseFormReturn<ProfileValues>, me: User, terms: InvoicingConfiguration) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryClient()
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
