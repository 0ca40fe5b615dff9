import { useFormValues } from '#client/frame/forms/form-values.ts'
import { CheckboxField, FieldPair, TextField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import type { SubscriptionInfo } from '#contract/reservation.ts'
import css from './book.module.css'
import { useBookingMailQuestion } from './mail-question.tsx'
import { Questions } from './questions.tsx'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type PassOwnerProps = {
  readonly pass: SubscriptionInfo
  readonly form: BookingForm
  readonly submission: Submission
}

/** Whose the pass is going to be, and what its organiser asks of them. */
export function PassOwner({ pass, form, submission }: PassOwnerProps) {
  const t = useT()
  const fieldProps = { path: 'owner', isAcquired: false, form, submission } as const
  const isSomebodyElse = useFormValues(form, values => values.owner?.isSomebodyElse)
  return (
    <Section title={t('reservation-page-complete.subscription.owner')} id="owner">
      <div className={css.fields}>
        <CheckboxField
          {...form.register('owner.isSomebodyElse')}
          id="owner.isSomebodyElse"
          label={t('foyer.pass-order.owner.else')}
          hint={t('foyer.pass-order.owner.else.hint')}
        />
        <Questions {...fieldProps} questions={pass.fieldConfigurationBeforeStandard} />
        {isSomebodyElse && <OwnerFields form={form} submission={submission} />}
        <Questions {...fieldProps} questions={pass.fieldConfigurationAfterStandard} />
      </div>
    </Section>
  )
}

/** No autofill here: the browser knows its owner, and the pass is for another person. */
function OwnerFields({ form, submission }: Omit<PassOwnerProps, 'pass'>) {
  const t = useT()
  const errorText = useErrorText(submission)
  const mail = useBookingMailQuestion(form, 'owner.email')
  const common = { autoComplete: 'off', required: true }
  return (
    <>
      <FieldPair>
        <TextField
          {...form.register('owner.firstName')}
          {...common}
          id="owner.firstName"
          label={t('common.first-name')}
          error={errorText('owner.firstName')}
        />
        <TextField
          {...form.register('owner.lastName')}
          {...common}
          id="owner.lastName"
          label={t('common.last-name')}
          error={errorText('owner.lastName')}
        />
      </FieldPair>
      <div>
        <TextField
          {...form.register('owner.email')}
          {...common}
          id="owner.email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          label={t('common.email')}
          error={errorText('owner.email')}
          onBlur={mail.onBlur}
        />
        {mail.question}
      </div>
    </>
  )
}
