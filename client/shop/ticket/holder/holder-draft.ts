import { itemsLaidOver, laidOver } from '../attendee/answer-values.ts'
import type { TabStorage } from '#client/frame/storage/browser-storage.ts'
import { isAnswers, isItems, isObject } from '../attendee/kept-answers.ts'
import type { TicketPlace } from '../calls.ts'
import { HOLDER_PARTS, type HolderValues } from './holder-values.ts'

const draftKey = ({ ticketId }: TicketPlace) => `foyer.ticket.${ticketId.toLowerCase()}`

/** Keeps what is typed about a ticket in this tab, so that neither a reload nor an error loses it (design section 6). */
export function keepHolderDraft(storage: TabStorage, place: TicketPlace, values: HolderValues): void {
  storage.write(draftKey(place), values)
}

/** Has anything been typed that is not saved yet? */
export function hasHolderDraft(storage: TabStorage, place: TicketPlace): boolean {
  return isHolderValues(storage.read(draftKey(place)))
}

/** What was typed, laid over what the server knows: on what is asked now; whose a locked ticket is stays. */
export function holderDraft(
  storage: TabStorage,
  place: TicketPlace,
  { stored, isLocked }: { readonly stored: HolderValues; readonly isLocked: boolean },
): HolderValues {
  const draft = storage.read(draftKey(place))
  if (!isHolderValues(draft)) return stored
  const { firstName, lastName, email } = isLocked ? stored : draft
  return {
    firstName,
    lastName,
    email,
    userLanguage: draft.userLanguage,
    additional: laidOver(stored.additional, draft.additional),
    items: itemsLaidOver({ ...stored.items }, draft.items, [place.ticketId]),
  }
}

/** Saved, put aside, or the ticket is gone: nothing needs keeping. */
export function dropHolderDraft(storage: TabStorage, place: TicketPlace): void {
  storage.forget(draftKey(place))
}

function isHolderValues(value: unknown): value is HolderValues {
  return (
    isObject(value) &&
    HOLDER_PARTS.every(part => typeof value[part] === 'string') &&
    isAnswers(value['additional']) &&
    isItems(value['items'])
  )
}
