import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Refusal, refusedFields } from '#client/frame/forms/refused-fields.ts'
import { controlFor } from '../attendee/answer-values.ts'
import { sortProblems } from '../attendee/field-errors.ts'
import { type TicketPlace, saveTicket } from '../calls.ts'
import { ticketKey } from '../queries.ts'
import { useFollowTicket } from './follow-ticket.ts'
import type { PassingOn } from '../holder/passing-on.ts'
import { type HolderValues, toUpdateForm } from '../holder/holder-values.ts'

export type Saving = {
  readonly isSaving: boolean
  readonly refusal: Refusal | undefined
  /** `to`: it goes to another address, and leaves this page. */
  readonly save: (values: HolderValues, to?: PassingOn) => Promise<void>
}

type Saved = {
  /** The ids of the form's controls in their order. */
  readonly controls: readonly string[]
  readonly onDone: () => void
  readonly onPassedOn: (to: PassingOn) => void
}

/**
 * Sends what is said about the holder, and knows what came back; everything about the ticket is read again once it is
 * stored, at its new address where its name was corrected. What was read of one that was passed on is dropped.
 */
export function useSaving(place: TicketPlace, { controls, onDone, onPassedOn }: Saved): Saving {
  const t = useT()
  const toast = useToast()
  const cache = useQueryClient()
  const follow = useFollowTicket(place)
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isUnderWay = useRef(false)
  const save = async (values: HolderValues, to?: PassingOn) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSaving(true)
    const answer = await saveTicket(place, toUpdateForm(values))
    if (answer.kind === 'done' && to === undefined) await follow()
    if (answer.kind === 'missing') await cache.invalidateQueries({ queryKey: ticketKey(place) })
    isUnderWay.current = false
    setIsSaving(false)
    if (answer.kind !== 'done') {
      const placed = explainSaving(answer).map(problem => ({
        ...problem,
        field: controlFor(problem.field, values.items),
      }))
      const { global, fields } = sortProblems(placed, controls)
      return setRefusal({ global, fields: refusedFields(fields, values) })
    }
    if (to !== undefined) {
      onPassedOn(to)
      return cache.removeQueries({ queryKey: ticketKey(place) })
    }
    toast(t('foyer.ticket.saved'), 'good')
    onDone()
  }
  return { isSaving, refusal, save }
}

/** A ticket that has changed hands too often says when it may again. */
function explainSaving(failure: Failure): readonly WireProblem[] {
  if (failure.kind !== 'too-many') return explain(failure)
  const minutes = Math.max(1, Math.ceil(failure.retryAfterSeconds / 60))
  return [{ field: '', code: 'foyer.ticket.passed-on-too-often', args: [minutes] }]
}
