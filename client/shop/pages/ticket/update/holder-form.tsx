import { type SubmitEvent, useState } from 'react'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { TicketPlace } from '../calls.ts'
import { type HolderPart, type HolderValues, valuesOf } from './holder-values.ts'
import css from './update.module.css'
import { type Saving, useSaving } from './use-saving.ts'

type HolderFormProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly place: TicketPlace
  readonly onDone: () => void
}

/** Name, address and language of whoever comes with the ticket. */
export function HolderForm({ event, ticket, place, onDone }: HolderFormProps) {
  const { t, language } = useLanguage()
  const [values, setValues] = useState(() => valuesOf(ticket, language))
  const saving = useSaving(place, onDone)
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    void saving.save(values)
  }
  const change = (part: HolderPart, value: string) => setValues(known => ({ ...known, [part]: value }))
  const isPassedOn = event.assignmentConfiguration.enableTicketTransfer && ticket.assigned && !ticket.locked
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <Refusals saving={saving} />
      {isPassedOn && <Notice>{t('reservation-page-complete.info-update')}</Notice>}
      <Person values={values} change={change} saving={saving} isLocked={ticket.locked} />
      {event.contentLanguages.length > 1 && (
        <SelectField
          id="userLanguage"
          label={t('foyer.book.ticket-language')}
          value={values.userLanguage}
          onChange={({ target }) => change('userLanguage', target.value)}
        >
          {event.contentLanguages.map(({ locale, displayLanguage }) => (
            <option key={locale} value={locale} lang={locale}>
              {displayLanguage}
            </option>
          ))}
        </SelectField>
      )}
      <ButtonRow>
        {ticket.assigned && (
          <Button tone="quiet" onClick={onDone}>
            {t('reservation-page-complete.cancel')}
          </Button>
        )}
        <Button type="submit" busy={saving.isSaving}>
          {t('reservation-page-complete.update')}
        </Button>
      </ButtonRow>
    </form>
  )
}

type PersonProps = {
  readonly values: HolderValues
  readonly change: (part: HolderPart, value: string) => void
  readonly saving: Saving
  readonly isLocked: boolean
}

/** No autofill here: the browser knows its owner, and the ticket may be for somebody else. */
function Person({ values, change, saving, isLocked }: PersonProps) {
  const t = useT()
  const textField = (part: Exclude<HolderPart, 'userLanguage'>, label: string) => {
    const problem = saving.refusal?.fields.get(part)
    return (
      <TextField
        id={part}
        label={label}
        value={values[part]}
        onChange={({ target }) => change(part, target.value)}
        autoComplete="off"
        required
        readOnly={isLocked}
        error={problem && t(problem.code, ...problem.args)}
        {...(part === 'email' && { type: 'email', autoCapitalize: 'none', spellCheck: false })}
      />
    )
  }
  return (
    <>
      <FieldPair>
        {textField('firstName', t('common.first-name'))}
        {textField('lastName', t('common.last-name'))}
      </FieldPair>
      {textField('email', t('common.email'))}
    </>
  )
}

function Refusals({ saving: { refusal } }: { readonly saving: Saving }) {
  const t = useT()
  if (!refusal) return null
  const entries = [
    ...refusal.others.map(({ code, args }) => ({ text: t(code, ...args) })),
    ...[...refusal.fields.values()].map(({ field, code, args }) => ({ text: t(code, ...args), target: field })),
  ]
  return <ErrorSummary title={t('foyer.book.check')} entries={entries} occasion={refusal} />
}
