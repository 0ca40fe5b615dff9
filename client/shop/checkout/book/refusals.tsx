import { useFormValues } from '#client/frame/forms/form-values.ts'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { WireProblem } from '#client/frame/calls/call-result.ts'
import { descriptionOf } from '#client/frame/questions/question-texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { hidesContact, questionAt, controlsOf, ticketOf } from './controls.ts'
import { useTicketTitle } from './questions.tsx'
import { useErrorText } from './use-error-text.ts'
import { INVOICE_LABELS, isInvoiceField } from '../details/invoice-values.ts'
import type { Finish } from './finish.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'

type RefusalsProps = {
  readonly form: BookingForm
  readonly submission: Submission
  readonly cards: OpenCards
  readonly finish: Finish | undefined
}

/**
 * Everything the server refused, first what concerns the whole form; each field a press away, folded or not. A field that
 * is solved, or no longer asked for, has left the list; emptied again it is back.
 */
export function Refusals({ form, submission, cards, finish }: RefusalsProps) {
  const t = useT()
  const subjectOf = useSubjects(form)
  const errorText = useErrorText(submission)
  const present = useQuestionControls(form)
  const { refusal } = submission
  if (!refusal) return null
  const open = refusal.fields.filter(({ field }) => submission.problemOf(field) && present.includes(field))
  const fields = open.map(problem => ({
    text: errorText(problem.field) ?? '',
    subject: subjectOf(problem),
    target: problem.field,
  }))
  const reveal = (target: string) => {
    const ticket = ticketOf(target, form.getValues())
    if (ticket !== undefined) cards.set(ticket, true)
  }
  return (
    <FormProblems
      title={t('foyer.book.check')}
      refusal={refusal}
      fields={[...fields, ...(finish?.missing ?? [])]}
      onReveal={reveal}
    />
  )
}

/** The present controls of the form. */
function useQuestionControls(form: BookingForm): readonly string[] {
  const { reservation, context } = useOpenReservation()
  const values = useFormValues(form, now => now)
  const isContactHidden = hidesContact(reservation)
  return controlsOf(reservation, context.invoicingConfiguration, values, { isContactHidden })
}

/**
 * "Conference, ticket 2" for a field of a ticket, "Your details" for the buyer's own, and those of the owner of a pass. The refusal of an answer, or of a
 * line of the invoice, does not say by itself what it is about.
 */
function useSubjects(form: BookingForm): (problem: WireProblem) => string {
  const { t, language } = useLanguage()
  const { reservation } = useOpenReservation()
  const titleOf = useTicketTitle()
  return ({ field }) => {
    if (isInvoiceField(field)) {
      return `${t('reservation-page.invoice-details')}, ${t(INVOICE_LABELS[field], t('common.vat'))}`
    }
    const ofOwner = field.startsWith('owner.') ? t('reservation-page-complete.subscription.owner') : undefined
    const title = titleOf(ticketOf(field, form.getValues())) ?? ofOwner ?? t('reservation-page.your-details')
    const question = questionAt(field, reservation)
    return question ? `${title}, ${descriptionOf(question, language).label}` : title
  }
}

/** Something looks unusual: look again, or go on as it is (specification, booking 4). */
export function WarningDialog({ submission: { warnings, dropWarnings, send } }: { readonly submission: Submission }) {
  const t = useT()
  return (
    <Dialog
      isOpen={warnings.length > 0}
      title={t(warnings.length > 1 ? 'foyer.warning.title.several' : 'foyer.warning.title')}
      onDismiss={dropWarnings}
      actions={
        <>
          <Button tone="quiet" onClick={dropWarnings}>
            {t('warning.check')}
          </Button>
          <Button onClick={() => void send({ ignoreWarnings: true })}>{t('warning.proceed')}</Button>
        </>
      }
    >
      {warnings.map(({ code, params }) => (
        <p key={code}>{t(code, ...params)}</p>
      ))}
    </Dialog>
  )
}
