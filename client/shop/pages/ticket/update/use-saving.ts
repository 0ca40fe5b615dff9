import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from '#client/api/answer.ts'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import { type TicketPlace, saveTicket } from '../calls.ts'
import { type HolderValues, type Refusal, sortRefusal, toUpdateForm } from './holder-values.ts'

export type Saving = {
  readonly isSaving: boolean
  readonly refusal: Refusal | undefined
  readonly save: (values: HolderValues) => Promise<void>
}

/** Sends the holder's data, and knows what came back; everything about the ticket is read again once it is stored. */
export function useSaving(place: TicketPlace, onDone: () => void): Saving {
  const t = useT()
  const toast = useToast()
  const cache = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isUnderWay = useRef(false)
  const save = async (values: HolderValues) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSaving(true)
    const answer = await saveTicket(place, toUpdateForm(values))
    if (answer.kind === 'done' || answer.kind === 'missing') {
      await cache.invalidateQueries({ queryKey: ['ticket', place.shortName, place.ticketId] })
    }
    isUnderWay.current = false
    setIsSaving(false)
    if (answer.kind !== 'done') return setRefusal(sortRefusal(explain(answer)))
    toast(t('foyer.ticket.saved'), 'good')
    onDone()
  }
  return { isSaving, refusal, save }
}
