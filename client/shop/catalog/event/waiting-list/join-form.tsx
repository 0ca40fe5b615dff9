import { type FormEvent, useEffect, useRef } from 'react'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useJoining } from './use-joining.ts'
import { WaitingFields, type WaitingFieldsProps, controlId } from './waiting-fields.tsx'
import { LABELS, isControl } from './waiting-values.ts'
import css from './waiting-list.module.css'

type JoinFormProps = Omit<WaitingFieldsProps, 'joining'>

/** The form, and in its place a word when it has been accepted. */
export function JoinForm({ event, categories }: JoinFormProps) {
  const joining = useJoining({
    shortName: event.shortName,
    needsTerms: Boolean(event.termsAndConditionsUrl),
    needsPrivacy: event.privacyPolicyUrl !== null,
  })
  return joining.state === 'joined' ? <Joined /> : <Form event={event} categories={categories} joining={joining} />
}

/** Takes the focus, for the button that had it is gone. */
function Joined() {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <div ref={box} tabIndex={-1} role="status" className={css.joined}>
      <Notice tone="good">{t('show-event.sold-out.subscription-complete')}</Notice>
    </div>
  )
}

function Form({ event, categories, joining }: WaitingFieldsProps) {
  const t = useT()
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (joining.state === 'open') void joining.join()
  }
  const fields = joining.problems.map(({ field, code, args }) => ({
    text: t(code, ...args),
    target: controlId(field),
    ...(isControl(field) && { subject: t(LABELS[field]) }),
  }))
  return (
    <form onSubmit={submit} noValidate className={css.form}>
      <FormProblems title={t('foyer.waiting.problem')} refusal={joining.refusal} fields={fields} />
      <WaitingFields event={event} categories={categories} joining={joining} />
      <ButtonRow>
        <Button type="submit" busy={joining.state === 'sending'}>
          {t('show-event.sold-out.subscribe')}
        </Button>
      </ButtonRow>
    </form>
  )
}
