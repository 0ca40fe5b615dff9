import { type SubmitEvent, useId, useState } from 'react'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { AdditionalField, AdditionalServiceWithData, Ticket } from '#contract/ticket.ts'
import { ticketLanguage } from '../attendee/ticket-language.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { areMailsOver } from '../mail-again.tsx'
import type { TicketPlace } from '../calls.ts'
import {
  type Extras,
  type HolderPart,
  type HolderValues,
  questionControls,
  dropHolderDraft,
  hasQuestions,
  holderControls,
  holderDraft,
  itemControl,
  keepHolderDraft,
  ticketControl,
  valuesOf,
} from '../holder/holder-values.ts'
import { PassOnDialog, type PassingOn, passingOn } from '../holder/passing-on.tsx'
import { useHolderErrors, useSaving } from './use-saving.ts'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { itemKey } from '../attendee/answer-values.ts'
import { useMailQuestion } from '../../shell/mail-question/use-mail-question.tsx'
import { QuestionControl } from '#client/frame/questions/question-control.tsx'
import css from './update.module.css'

type HolderFormProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly extras: Extras
  readonly place: TicketPlace
  readonly onDone: () => void
  /** It went to another address, and is not open here any more. */
  readonly onPassedOn: (to: PassingOn) => void
}

/** Who comes with the ticket, and what the organiser asks; of a locked ticket only the answers can change. */
export function HolderForm({ event, ticket, extras, place, onDone, onPassedOn }: HolderFormProps) {
  const { t, language } = useLanguage()
  const [values, setValues] = useState(() => {
    const stored = valuesOf(ticket, extras, { language: ticketLanguage(event.contentLanguages, language) })
    return holderDraft(tabStorage, place, { stored, isLocked: ticket.locked })
  })
  const finish = () => {
    dropHolderDraft(tabStorage, place)
    onDone()
  }
  const passOn = (to: PassingOn) => {
    dropHolderDraft(tabStorage, place)
    onPassedOn(to)
  }
  const saving = useSaving(place, { controls: holderControls(ticket, extras), onDone: finish, onPassedOn: passOn })
  const [confirming, setConfirming] = useState<PassingOn>()
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    const passing = passingOn(ticket, values)
    if (passing) setConfirming(passing)
    else void saving.save(values)
  }
  const change = (changed: Partial<HolderValues>) => {
    const next = { ...values, ...changed }
    setValues(next)
    keepHolderDraft(tabStorage, place, next)
  }
  const { enableTicketTransfer } = event.assignmentConfiguration
  const isPassedOnByMail = enableTicketTransfer && ticket.assigned && !ticket.locked && !areMailsOver(event)
  const canSave = !ticket.locked || hasQuestions(ticket, extras)
  const errors = useHolderErrors(saving.refusal, values, questionControls(ticket, extras))
  const errorOf = (id: string) => errors.find(({ target }) => target === id)?.text
  const part = { event, ticket, values, change, errorOf }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <FormProblems title={t('foyer.book.check')} refusal={saving.refusal} fields={errors} />
      {isPassedOnByMail && <Notice>{t('reservation-page-complete.info-update')}</Notice>}
      <TicketQuestions {...part} questions={ticket.ticketFieldConfigurationBeforeStandard} />
      <HolderFields {...part} />
      <HolderLanguage {...part} />
      <TicketQuestions {...part} questions={ticket.ticketFieldConfigurationAfterStandard} />
      <ExtrasQuestions {...part} extras={extras} />
      <PassOnDialog
        passing={confirming}
        onKeep={() => setConfirming(undefined)}
        onPassOn={() => {
          setConfirming(undefined)
          void saving.save(values, confirming)
        }}
      />
      <FormButtons isBusy={saving.isSaving} isSaveOffered={canSave} {...(ticket.assigned && { onCancel: finish })} />
    </form>
  )
}

type FormButtonsProps = { readonly isBusy: boolean; readonly isSaveOffered: boolean; readonly onCancel?: () => void }

function FormButtons({ isBusy, isSaveOffered, onCancel }: FormButtonsProps) {
  const t = useT()
  return (
    <ButtonRow>
      {onCancel && (
        <Button tone="quiet" onClick={onCancel}>
          {t('reservation-page-complete.cancel')}
        </Button>
      )}
      {isSaveOffered && (
        <Button type="submit" busy={isBusy}>
          {t('reservation-page-complete.update')}
        </Button>
      )}
    </ButtonRow>
  )
}

/** What each part of the form works with. */
type HolderPartProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly values: HolderValues
  readonly change: (changed: Partial<HolderValues>) => void
  /** What is wrong with the control of this id. */
  readonly errorOf: (id: string) => string | undefined
}

/** Who it is. No autofill here: the browser knows its owner, and the ticket may be for another person. */
function HolderFields({ ticket, values, change, errorOf }: HolderPartProps) {
  const t = useT()
  const field = (part: HolderPart, label: string) => ({
    id: part,
    label: t(label),
    value: values[part],
    onChange: ({ target }: { target: { value: string } }) => change({ [part]: target.value }),
    autoComplete: 'off',
    required: true,
    readOnly: ticket.locked,
    error: errorOf(part),
  })
  const mail = useMailQuestion({ id: 'email', value: values.email, onTake: email => change({ email }) })
  return (
    <>
      <FieldPair>
        <TextField {...field('firstName', 'common.first-name')} />
        <TextField {...field('lastName', 'common.last-name')} />
      </FieldPair>
      <div>
        <TextField
          {...field('email', 'common.email')}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          onBlur={mail.onBlur}
        />
        {mail.question}
      </div>
    </>
  )
}

/** In which language the holder gets ticket and mails; asked only where there is a choice (specification, booking 5). */
function HolderLanguage({ event: { contentLanguages }, values, change, errorOf }: HolderPartProps) {
  const t = useT()
  if (contentLanguages.length < 2) return null
  return (
    <SelectField
      id="userLanguage"
      label={t('foyer.book.ticket-language')}
      value={values.userLanguage}
      onChange={({ target }) => change({ userLanguage: target.value })}
      error={errorOf('userLanguage')}
    >
      {contentLanguages.map(({ locale, displayLanguage }) => (
        <option key={locale} value={locale} lang={locale}>
          {displayLanguage}
        </option>
      ))}
    </SelectField>
  )
}

type TicketQuestionsProps = HolderPartProps & { readonly questions: readonly AdditionalField[] }

/** What the organiser asks about the holder. */
function TicketQuestions({ questions, ...part }: TicketQuestionsProps) {
  const { values, change } = part
  return questions.map(question => (
    <Answer
      key={question.name}
      {...part}
      id={ticketControl(question)}
      question={question}
      answer={values.additional[question.name] ?? []}
      onAnswer={answer => change({ additional: { ...values.additional, [question.name]: answer } })}
    />
  ))
}

/** What is asked about the extras that go with the ticket. */
function ExtrasQuestions({ extras, ...part }: HolderPartProps & { readonly extras: Extras }) {
  return extras
    .filter(extra => extra.ticketFieldConfiguration.length > 0)
    .map(extra => <ExtraQuestions key={extra.itemId} {...part} extra={extra} />)
}

function ExtraQuestions({ extra, ...part }: HolderPartProps & { readonly extra: AdditionalServiceWithData }) {
  const { language } = useLanguage()
  const titleId = useId()
  const key = itemKey(extra.itemId)
  const { values, change } = part
  const item = values.items[key]
  if (!item) return null
  return (
    <div className={css.extra} role="group" aria-labelledby={titleId}>
      <h2 dir="auto" id={titleId}>
        {inLanguage(extra.title, language)}
      </h2>
      {extra.ticketFieldConfiguration.map(question => (
        <Answer
          key={question.name}
          {...part}
          id={itemControl(key, question)}
          question={question}
          answer={item.additional[question.name] ?? []}
          onAnswer={answer => {
            const additional = { ...item.additional, [question.name]: answer }
            change({ items: { ...values.items, [key]: { ...item, additional } } })
          }}
        />
      ))}
    </div>
  )
}

type AnswerProps = Pick<HolderPartProps, 'event' | 'errorOf'> & {
  readonly id: string
  readonly question: AdditionalField
  readonly answer: readonly string[]
  readonly onAnswer: (answer: string[]) => void
}

function Answer({ event, errorOf, id, question, answer, onAnswer }: AnswerProps) {
  return (
    <QuestionControl
      id={id}
      question={question}
      answer={answer}
      onAnswer={onAnswer}
      isAcquired
      error={errorOf(id)}
      timeZone={event.timeZone}
    />
  )
}
