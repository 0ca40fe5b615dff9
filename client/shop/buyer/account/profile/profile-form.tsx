import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { FieldPair, TextField } from '#client/kit/field/field.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { InvoicingConfiguration } from '#contract/configuration.ts'
import type { User } from '#contract/user.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { InvoiceFields } from '../../../checkout/billing/invoice-fields.tsx'
import { INVOICE_LABELS, isInvoiceField } from '../../../checkout/details/invoice-values.ts'
import { type ProfileEditing as Form, answersOf, useProfile } from './use-profile.ts'
import css from './profile.module.css'

type ProfileFormProps = { readonly me: User; readonly invoicing: InvoicingConfiguration }

/** Names, the address of invoices, and the answers that are kept for the next order. */
export function ProfileForm({ me, invoicing }: ProfileFormProps) {
  const t = useT()
  const profile = useProfile(me, invoicing)
  const fields = profile.problems.map(({ field, code, args }) => ({
    text: t(code, ...args),
    target: field,
    ...(isInvoiceField(field) && { subject: t(INVOICE_LABELS[field], t('common.vat')) }),
  }))
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        void profile.save()
      }}
    >
      <FormProblems title={t('foyer.book.check')} refusal={profile.refusal} fields={fields} />
      <Names me={me} profile={profile} />
      {profile.terms.invoiceAllowed && (
        <Section title={t('invoice.billing-address')} id="billing">
          <div className={css.fields}>
            <p className="soft">{t('foyer.my-profile.billing')}</p>
            <InvoiceFields controls={{ ...profile, isNeeded: false }} />
          </div>
        </Section>
      )}
      <Answers me={me} profile={profile} />
      <div role="status">
        {profile.warnings.map(({ code, params }) => (
          <Notice key={code} tone="warn">
            {t(code, ...params)}
          </Notice>
        ))}
      </div>
      <ButtonRow>
        <Button type="submit" busy={profile.isSaving}>
          {t('reservation-page-complete.update')}
        </Button>
      </ButtonRow>
    </form>
  )
}

type PartProps = { readonly me: User; readonly profile: Form }

function Names({ me, profile: { form, errorText } }: PartProps) {
  const t = useT()
  return (
    <div className={css.fields}>
      <FieldPair>
        <TextField
          {...form.register('firstName')}
          id="firstName"
          label={t('common.first-name')}
          autoComplete="given-name"
          required
          error={errorText('firstName')}
        />
        <TextField
          {...form.register('lastName')}
          id="lastName"
          label={t('common.last-name')}
          autoComplete="family-name"
          required
          error={errorText('lastName')}
        />
      </FieldPair>
      {me.emailAddress && (
        <TextField
          id="email"
          label={t('common.email')}
          hint={t('foyer.my-profile.email-hint')}
          value={me.emailAddress}
          readOnly
        />
      )}
    </div>
  )
}

/** As text, whatever the question was: the next order asks it again in its own way. */
function Answers({ me, profile: { form } }: PartProps) {
  const { t, language } = useLanguage()
  const answers = answersOf(me)
  if (answers.length === 0) return null
  return (
    <Section title={t('my-profile.additional-info')} id="answers">
      <div className={css.fields}>
        {answers.map(({ name, label }, index) => (
          <TextField
            {...form.register(`answers.${index}.text`)}
            key={name}
            id={`answer-${index}`}
            label={inLanguage(label, language) || name}
            autoComplete="off"
          />
        ))}
      </div>
    </Section>
  )
}
