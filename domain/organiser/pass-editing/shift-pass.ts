import { type Shift, movedAs } from '#domain/organiser/event-editing/shift-event.ts'
import type { PassRequest } from './pass-draft.ts'

/**
 * The pass with all its dates moved by as much as the beginning of its sale, as `shiftedEvent` moves those of an event.
 * Undefined where the new beginning is no local date-time.
 */
export function shiftedPass(request: PassRequest, shift: Shift): PassRequest | undefined {
  const moved = movedAs(request.onSaleFrom ?? '', shift)
  if (moved === undefined) return undefined
  const { term } = request
  return {
    ...request,
    onSaleFrom: moved(request.onSaleFrom),
    onSaleTo: moved(request.onSaleTo),
    term: term && { ...term, validityFrom: moved(term.validityFrom), validityTo: moved(term.validityTo) },
  }
}
