import { type SubmitEvent, useState } from 'react'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { Ticket } from '#contract/ticket.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { areMailsOver } from '../../mail-again/mail-refusal.ts'
import type { TicketPlace } from '../calls.ts'
import { dropHolderDraft, holderDraft, keepHolderDraft } from '../holder/holder-draft.ts'
import { HolderFields, HolderLanguage } from './holder-fields.tsx'
import {
  type Extras,
  type HolderValues,
  askedControls,
  hasQuestions,
  holderControls,
  valuesOf,
} from '../holder/holder-values.ts'
import { ExtrasQuestions, TicketQuestions } from './ticket-questions.tsx'
import css from './update.module.css'
import { type HolderError, useHolderErrors } from './use-holder-errors.ts'
import { type Refusal, useSaving } from './use-saving.ts'

type HolderFormProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly extras: Extras
  readonly place: TicketPlace
  readonly onDone: () => void
}

/** Who comes with the ticket, and what the organiser asks; of a locked ticket only the answers can change. */
export function HolderForm({ event, ticket, extras, place, onDone }: HolderFormProps) {
  const { t, language } = useLanguage()
  const [values, setValues] = useState(() => {
    const stored = valuesOf(ticket, extras, { language })
    return holderDraft(tabStorage, place, { stored, isLocked: ticket.locked })
  })
  const finish = () => {
    dropHolderDraft(tabStorage, place)
    onDone()
  }
  const saving = useSaving(place, holderControls(ticket, extras), finish)
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    void saving.save(values)
  }
  const change = (changed: Partial<HolderValues>) => {
    const next = { ...values, ...changed }
    setValues(next)
    keepHolderDraft(tabStorage, place, next)
  }
  const { enableTicketTransfer } = event.assignmentConfiguration
  const isPassedOnByMail = enableTicketTransfer && ticket.assigned && !ticket.locked && !areMailsOver(event)
  const canSave = !ticket.locked || hasQuestions(ticket, extras)
  const errors = useHolderErrors(saving.refusal, values, askedControls(ticket, extras))
  const errorOf = (id: string) => errors.find(({ target }) => target === id)?.text
  const part = { event, ticket, values, change, errorOf }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <Refusals refusal={saving.refusal} errors={errors} />
      {isPassedOnByMail && <Notice>{t('reservation-page-complete.info-update')}</Notice>}
      <TicketQuestions {...part} questions={ticket.ticketFieldConfigurationBeforeStandard} />
      <HolderFields {...part} />
      <HolderLanguage {...part} />
      <TicketQuestions {...part} questions={ticket.ticketFieldConfigurationAfterStandard} />
      <ExtrasQuestions {...part} extras={extras} />
      <ButtonRow>
        {ticket.assigned && (
          <Button tone="quiet" onClick={finish}>
            {t('reservation-page-complete.cancel')}
          </Button>
        )}
        {canSave && (
          <Button type="submit" busy={saving.isSaving}>
            {t('reservation-page-complete.update')}
          </Button>
        )}
      </ButtonRow>
    </form>
  )
}

type RefusalsProps = { readonly refusal: Refusal | undefined; readonly errors: readonly HolderError[] }

/** What is wrong with an answer doesn't say by itself which question it is about. */
function Refusals({ refusal, errors }: RefusalsProps) {
  const t = useT()
  if (!refusal) return null
  const entries = [...refusal.global.map(({ code, args }) => ({ text: t(code, ...args) })), ...errors]
  return <ErrorSummary title={t('foyer.book.check')} entries={entries} occasion={refusal} />
}
