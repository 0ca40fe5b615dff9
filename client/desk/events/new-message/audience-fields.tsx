import type { ReactNode } from 'react'
import type { Audience } from '#contract/desk-messages.ts'
import { MESSAGE_RECIPIENTS, MESSAGE_STATES, TICKET_NAMES } from '#domain/organiser/group-message/group-message.ts'
import { ATTENDEE_ENTRIES } from '#domain/organiser/order-desk/attendee.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { type Messages, answersQuery } from '../message-calls.ts'
import css from './compose.module.css'

type AudienceProps = {
  readonly eventId: number
  readonly read: Messages
  readonly audience: Audience
  readonly onChange: (audience: Audience) => void
}

type ChangeAudience = (changed: { readonly [Key in keyof Audience]?: Audience[Key] | undefined }) => void

/** Whom a message is for. */
export function AudienceFields({ eventId, read, audience, onChange }: AudienceProps) {
  const { t } = useLanguage()
  const change: ChangeAudience = changed => onChange(without({ ...audience, ...changed }))
  const { categories, questions } = read
  return (
    <div className={css.fields}>
      <Choice
        id="to"
        label={t('foyer.desk.message.to')}
        value={audience.to}
        options={MESSAGE_RECIPIENTS.map(to => [to, t(`foyer.desk.message.to.${to.toLowerCase()}`)])}
        onChoose={to => change({ to: MESSAGE_RECIPIENTS.find(each => each === to) ?? 'ATTENDEES' })}
      />
      {categories.length > 1 && (
        <Choice
          id="category"
          label={t('foyer.desk.attendees.category')}
          all={t('foyer.desk.attendees.category.all')}
          value={String(audience.category ?? '')}
          options={categories.map(({ id, name }) => [String(id), name])}
          onChoose={id => change({ category: id === '' ? undefined : Number(id) })}
        />
      )}
      <Choice
        id="entry"
        label={t('foyer.desk.attendees.entry')}
        all={t('foyer.desk.attendees.entry.all')}
        value={audience.entry ?? ''}
        options={ATTENDEE_ENTRIES.map(each => [each, t(`foyer.desk.attendees.entry.${each.toLowerCase()}`)])}
        onChoose={entry => change({ entry: ATTENDEE_ENTRIES.find(each => each === entry) })}
      />
      <OrderFields {...{ read, audience, change }} />
      {questions.length > 0 && (
        <AnswerChoice {...{ eventId, read }} answer={audience.answer} onChoose={answer => change({ answer })} />
      )}
    </div>
  )
}

type OrderFieldsProps = Pick<AudienceProps, 'read' | 'audience'> & { readonly change: ChangeAudience }

/** What of their order and ticket people are chosen by. */
function OrderFields({ read: { languages }, audience, change }: OrderFieldsProps) {
  const { t, language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <>
      <Choice
        id="state"
        label={t('foyer.desk.attendees.state')}
        all={t('foyer.desk.message.state.all')}
        value={audience.state ?? ''}
        options={MESSAGE_STATES.map(each => [each, t(`foyer.desk.attendees.state.${each.toLowerCase()}`)])}
        onChoose={state => change({ state: MESSAGE_STATES.find(each => each === state) })}
      />
      <Choice
        id="names"
        label={t('foyer.desk.message.names')}
        all={t('foyer.desk.message.names.all')}
        value={audience.names ?? ''}
        options={TICKET_NAMES.map(each => [each, t(`foyer.desk.message.names.${each.toLowerCase()}`)])}
        onChoose={chosen => change({ names: TICKET_NAMES.find(each => each === chosen) })}
      />
      {languages.length > 1 && (
        <Choice
          id="language"
          label={t('foyer.desk.message.language')}
          all={t('foyer.desk.message.language.all')}
          value={audience.language ?? ''}
          options={languages.map(code => [code, names.of(code) ?? code])}
          onChoose={code => change({ language: code === '' ? undefined : code })}
        />
      )}
    </>
  )
}

/** Leaves out what is not chosen. */
const without = (audience: { readonly [Key in keyof Audience]?: Audience[Key] | undefined }): Audience =>
  Object.fromEntries(Object.entries(audience).filter(([, value]) => value !== undefined)) as Audience

type AnswerProps = Pick<AudienceProps, 'eventId' | 'read'> & {
  readonly answer: string | undefined
  readonly onChoose: (answer: string | undefined) => void
}

/** A question, and then one of the answers that were given, or none. */
function AnswerChoice({ eventId, read, answer, onChoose }: AnswerProps) {
  const { t } = useLanguage()
  const { data } = useQuery(answersQuery(eventId))
  const [question = ''] = (answer ?? '').split(':')
  const sums = data?.questions.find(one => String(one.question.id) === question)?.sums ?? []
  return (
    <>
      <Choice
        id="question"
        label={t('foyer.desk.message.question')}
        all={t('foyer.desk.message.question.all')}
        value={question}
        options={read.questions.map(({ id, label }) => [String(id), label])}
        onChoose={id => onChoose(id === '' ? undefined : `${id}:`)}
      />
      {question !== '' && (
        <Choice
          id="answer"
          label={t('foyer.desk.message.answer')}
          all={t('foyer.desk.attendees.no-answer')}
          value={(answer ?? '').slice(question.length + 1)}
          options={sums.map(({ answer: value, label }) => [value, label])}
          onChoose={value => onChoose(`${question}:${value}`)}
        />
      )}
    </>
  )
}

type ChoiceProps = {
  readonly id: string
  readonly label: string
  readonly all?: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onChoose: (value: string) => void
}

function Choice({ id, label, all, value, options, onChoose }: ChoiceProps): ReactNode {
  return (
    <SelectField id={id} label={label} value={value} onChange={event => onChoose(event.target.value)}>
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
