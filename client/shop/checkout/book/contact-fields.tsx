import { FieldPair, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import css from './book.module.css'
import { hidesContact } from './hides-contact.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type ContactFieldsProps = { readonly form: BookingForm; readonly submission: Submission }

/** Who orders, and where the tickets go. A page that embeds the shop may bring these itself and have them hidden. */
export function ContactFields({ form, submission }: ContactFieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const { reservation } = useOpenReservation()
  const { metadata, email } = reservation
  if (hidesContact(reservation)) return null
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
      <TextField
        {...form.register('email')}
        id="email"
        label={t('common.email')}
        hint={t('foyer.book.email-hint')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={metadata.lockEmailEdit && Boolean(email)}
        error={errorText('email')}
      />
    </div>
  )
}
