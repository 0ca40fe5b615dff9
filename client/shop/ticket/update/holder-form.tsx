import { type SubmitEvent, useState } from 'react'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { Ticket } from '#contract/ticket.ts'
import { ticketLanguage } from '../attendee/ticket-language.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { areMailsOver } from '../mail-again/mail-refusal.ts'
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
import { PassOnDialog } from '../holder/pass-on-dialog.tsx'
import { type PassingOn, passingOn } from '../holder/passing-on.ts'
import { ExtrasQuestions, TicketQuestions } from './ticket-questions.tsx'
import css from './update.module.css'
import { useHolderErrors } from './use-holder-errors.ts'
import { useSaving } from './use-saving.ts'

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
  const [asked, setAsked] = useState<PassingOn>()
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    const passing = passingOn(ticket, values)
    if (passing) setAsked(passing)
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
  const errors = useHolderErrors(saving.refusal, values, askedControls(ticket, extras))
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
        passing={asked}
        onKeep={() => setAsked(undefined)}
        onPassOn={() => {
          setAsked(undefined)
          void saving.save(values, asked)
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
