import { itemsLaidOver, laidOver } from '../../attendee/answer-values.ts'
import { type Drawer, forget, isAnswers, isItems, isObject, read, write } from '../../attendee/drawer.ts'
import type { TicketPlace } from '../calls.ts'
import { HOLDER_PARTS, type HolderValues } from './holder-values.ts'

const draftKey = ({ ticketId }: TicketPlace) => `foyer.ticket.${ticketId.toLowerCase()}`

/** Keeps what is typed about a ticket in this tab, so that neither a reload nor an error loses it (design section 6). */
export function keepHolderDraft(drawer: Drawer, place: TicketPlace, values: HolderValues): void {
  write(drawer, draftKey(place), values)
}

/** Has anything been typed that is not saved yet? */
export function hasHolderDraft(drawer: Drawer, place: TicketPlace): boolean {
  return isHolderValues(read(drawer, draftKey(place)))
}

/** What was typed, laid over what the server knows: on what is asked now; whose a locked ticket is stays. */
export function holderDraft(
  drawer: Drawer,
  place: TicketPlace,
  { stored, isLocked }: { readonly stored: HolderValues; readonly isLocked: boolean },
): HolderValues {
  const draft = read(drawer, draftKey(place))
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
export function dropHolderDraft(drawer: Drawer, place: TicketPlace): void {
  forget(drawer, draftKey(place))
}

function isHolderValues(value: unknown): value is HolderValues {
  return (
    isObject(value) &&
    HOLDER_PARTS.every(part => typeof value[part] === 'string') &&
    isAnswers(value['additional']) &&
    isItems(value['items'])
  )
}
