import type { QueryCache } from '#client/frame/calls/query-cache.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useRef, useState } from 'react'
import { type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { type Refusal, refusedFields, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { controlFor } from '../attendee/answer-values.ts'
import { EMPTY, emptyProblem, emptyTextOf, sortProblems } from '../attendee/field-errors.ts'
import { type TicketPlace, fullTicketQuery, saveTicket, ticketAddress, ticketKey, ticketQuery } from '../calls.ts'
import type { PassingOn } from '../holder/passing-on.tsx'
import { type QuestionControl, type HolderValues, toUpdateForm } from '../holder/holder-values.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { type OrderBehind, comingFrom, useOrderBehind } from '../order-behind.tsx'
import { descriptionOf } from '#client/frame/questions/question-texts.ts'

type Saving = {
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
  const cache = useQueryCache()
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
    if (answer.kind === 'missing') await cache.invalidateQueries(ticketKey(place))
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
      return cache.removeQueries(ticketKey(place))
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

/**
 * Reads a ticket again once it is stored. One whose name was corrected has another address, which is read first, so that the page
 * stays as it is while its address changes.
 */
function useFollowTicket(place: TicketPlace): () => Promise<void> {
  const cache = useQueryCache()
  const navigate = useNavigate()
  const behind = useOrderBehind()
  return async () => {
    await cache.invalidateQueries(ticketKey(place))
    const next = { ...place, ticketId: idIn(cache, place) }
    if (next.ticketId === place.ticketId.toLowerCase()) return
    await Promise.allSettled([cache.fetchQuery(fullTicketQuery(next)), cache.fetchQuery(ticketQuery(next))])
    navigate(ticketAddress(next, 'update'), {
      replace: true,
      ...comingFrom(behind && withNewId(behind, place.ticketId, next.ticketId)),
    })
    cache.removeQueries(ticketKey(place))
  }
}

const withNewId = ({ order, tickets }: OrderBehind, before: string, now: string): OrderBehind => ({
  order,
  tickets: tickets.map(id => (id === before ? now : id)),
})

/** The id by which the ticket is known now. */
function idIn(cache: QueryCache, place: TicketPlace): string {
  const category = cache.getQueryData(fullTicketQuery(place).queryKey)
  return category?.tickets[0]?.uuid ?? place.ticketId.toLowerCase()
}

/** What is wrong with a control, in the language of the page; `subject`: which question it is about. */
type HolderError = { readonly target: string; readonly text: string; readonly subject?: string }

/** What of the refused is wrong with the present form. */
export function useHolderErrors(
  refusal: Refusal | undefined,
  values: HolderValues,
  controls: readonly QuestionControl[],
): readonly HolderError[] {
  const { t, language } = useLanguage()
  const questionAt = (field: string) => controls.find(({ id }) => id === field)?.question
  const problems = stillWrong(refusal?.fields ?? [], values, (field, value) =>
    value === '' ? emptyProblem(field, questionAt(field)) : undefined,
  )
  return problems.map(({ field, code, args }) => {
    const question = questionAt(field)
    const text = code === EMPTY ? t(emptyTextOf(question)) : t(code, ...args)
    return { target: field, text, ...(question && { subject: descriptionOf(question, language).label }) }
  })
}
