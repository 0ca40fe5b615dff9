import type { DoorAnswer, SentScan } from '#contract/door.ts'
import { type DoorVerdict, judgeAtDoor } from '#domain/door/door-scan/judge-at-door.ts'
import { isGoodKeyAt } from '#domain/door/door-scan/merge-scan.ts'
import type { DoorOutcome } from '#domain/door/door-scan/outcome.ts'
import { readCode } from '#domain/door/door-scan/read-code.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { scanOf, welcome } from '#server/door/check-in/scan/judge-ticket.ts'
import { dueAtDesk, letIn, noteBadge, settle } from '#server/door/check-in/scan/moves.ts'
import { type DoorTicket, lockTicket, noteScan } from '#server/door/check-in/store.ts'
import { bareAnswer } from '#contract/bare-answer.ts'
import { dueText, holderOf, labelOf, notesOf } from './present-answer.ts'
import { findScan, lettingsOf, whatElse } from './scan-store.ts'
import { type AtDoor, type Step, ofDoor, stepOf } from './step.ts'
import { takeUndo } from './take-undo.ts'

/**
 * Takes one scan of a device, made now or while it had no connection (decision 102). All that comes of it happens in one
 * transaction, and what has arrived before is answered as it ended then.
 */
export async function takeScan(shop: Shop, at: AtDoor, sent: SentScan): Promise<DoorAnswer> {
  const answer = await transaction(shop.db, async tx => {
    const step = stepOf(shop, at, sent)
    return sent.kind === 'UNDO' ? takeUndo(tx, step) : takeShown(tx, shop, step)
  })
  if (answer.outcome === 'LET_IN') shop.log.checkedIn(at.door.offer.context.shortName)
  return answer
}

/** What is shown: the id of a ticket or of a pass, and the code of a ticket. */
type Shown = { readonly id: string | undefined; readonly code: string; readonly isPerson: boolean }

function shownBy({ sent, opened }: Step): Shown {
  if (sent.kind === 'PERSON') {
    // Only who may look for people knows their ids; to others one is no more than a text.
    const id = opened.principal.maySearch ? (sent.person ?? undefined)?.toLowerCase() : undefined
    return { id, code: '', isPerson: true }
  }
  const read = readCode(sent.code ?? '')
  if (read.kind === 'OTHER') return { id: undefined, code: '', isPerson: false }
  return read.kind === 'PASS'
    ? { id: read.id, code: '', isPerson: false }
    : { id: read.uuid, code: read.code, isPerson: false }
}

async function takeShown(tx: Tx, shop: Shop, step: Step): Promise<DoorAnswer> {
  const { door, opened, sent, scannedAt } = step
  const shown = shownBy(step)
  if (shown.id === undefined) return bareAnswer(sent.id, 'UNKNOWN')
  const ticket = await lockTicket(tx, { eventId: door.offer.context.id, uuid: shown.id })
  const before = await findScan(tx, opened.principal.doorKeyId, sent.id)
  if (before) return asBefore(tx, step, { ticket, outcome: before.outcome ?? 'UNKNOWN' })
  if (ticket === undefined) return takeForeign(tx, step, shown.id)
  if (!isGoodKeyAt(opened, scannedAt))
    return carryOut(tx, shop, step, { ticket, verdict: CLOSED, isHolderShown: false })
  const scan = await scanOf(tx, door, ticket, { code: shown.code, now: scannedAt })
  const judged = shown.isPerson ? { ...scan, code: 'right' as const } : scan
  const isLetInHere = opened.categoryIds === null || opened.categoryIds.includes(ticket.categoryId ?? 0)
  const verdict = judgeAtDoor(judged, { isLetInHere, isPaid: sent.isPaid ?? false })
  return carryOut(tx, shop, step, { ticket, verdict, isHolderShown: judged.code === 'right' })
}

/** The key had ended when the ticket was scanned. */
const CLOSED: DoorVerdict = { outcome: 'DOOR_CLOSED', move: null, verdict: 'INVALID_TICKET_STATE' }

type Judged = { readonly ticket: DoorTicket; readonly verdict: DoorVerdict; readonly isHolderShown: boolean }

/** Does what comes of the scan, and notes it; each scan of a ticket of the event is noted once. */
async function carryOut(
  tx: Tx,
  shop: Shop,
  step: Step,
  { ticket, verdict: { outcome, move, verdict }, isHolderShown }: Judged,
): Promise<DoorAnswer> {
  const doing = ofDoor(step, outcome)
  switch (move) {
    case 'checkIn':
      if (ticketHas(ticket, 'isDueAtDesk')) await settle(tx, shop, { ...doing, offer: step.door.offer, ticket })
      await letIn(tx, ticket, { ...doing, type: step.sent.kind === 'PERSON' ? 'MANUAL_CHECK_IN' : 'CHECK_IN' })
      break
    case 'badge':
      await noteBadge(tx, ticket, doing)
      break
    case null:
      await noteScan(tx, ticket, { ...doing, at: step.scannedAt, operation: 'SCAN', status: verdict })
      break
    default:
      return move satisfies never
  }
  return describe(tx, step, { ticket, outcome, isHolderShown })
}

type Described = { readonly ticket: DoorTicket; readonly outcome: DoorOutcome; readonly isHolderShown: boolean }

/** What the person at the door has to know of the answer, and no more. */
async function describe(
  tx: Tx,
  { door, opened, sent }: Step,
  { ticket, outcome, isHolderShown }: Described,
): Promise<DoorAnswer> {
  const category = door.offer.categories.find(({ id }) => id === ticket.categoryId)
  const bare = { ...bareAnswer(sent.id, outcome), ...(isHolderShown && holderOf(ticket)) }
  switch (outcome) {
    case 'LET_IN': {
      const parts = await welcome(tx, door.offer, ticket)
      const label = opened.labels === null || !isHolderShown ? null : labelOf(ticket, parts)
      return { ...bare, notes: notesOf(parts, ticket.language), label }
    }
    case 'ALREADY_IN': {
      const [first] = (await lettingsOf(tx, ticket)).filter(({ scanId }) => scanId !== sent.id)
      return { ...bare, since: first?.at ?? null, by: first?.by ?? null }
    }
    case 'UNPAID':
      return ticketHas(ticket, 'isDueAtDesk') ? { ...bare, due: dueText(await dueAtDesk(tx, ticket), ticket) } : bare
    case 'WRONG_DAY':
      return { ...bare, opensAt: category?.checkInFrom ?? null, closesAt: category?.checkInTo ?? null }
    default:
      return bare
  }
}

/** These are answered only to a device that has shown the right code, or found the person by name. */
const OF_ITS_HOLDER: readonly DoorOutcome[] = ['LET_IN', 'ALREADY_IN', 'UNPAID', 'WRONG_CATEGORY']

type Before = { readonly ticket: DoorTicket | undefined; readonly outcome: DoorOutcome }

/** The scan has arrived before: it is answered as it ended then. */
async function asBefore(tx: Tx, step: Step, { ticket, outcome }: Before): Promise<DoorAnswer> {
  if (ticket === undefined) return bareAnswer(step.sent.id, outcome)
  return describe(tx, step, { ticket, outcome, isHolderShown: OF_ITS_HOLDER.includes(outcome) })
}

/**
 * No ticket of the event has this id. It is noted where the ticket was good once, or its device let a person in: then it was on
 * the list that the device had.
 */
async function takeForeign(tx: Tx, step: Step, id: string): Promise<DoorAnswer> {
  const { sent, door, opened, scannedAt, language } = step
  const { eventId, organizationId } = opened.principal
  const { isCancelled, hasTicket, isPass, title } = await whatElse(tx, { id, eventId, organizationId })
  const wasListed = isCancelled || sent.shown === 'LET_IN'
  const outcome = wasListed ? 'CANCELLED' : hasTicket ? 'OTHER_EVENT' : isPass ? 'PASS' : 'UNKNOWN'
  if (wasListed) {
    const gone = { eventId: door.offer.context.id, uuid: id }
    const doing = ofDoor(step, outcome)
    await noteScan(tx, gone, { ...doing, at: scannedAt, operation: 'SCAN', status: 'INVALID_TICKET_STATE' })
  }
  return { ...bareAnswer(sent.id, outcome), event: hasTicket && title ? inLanguage(title, language) : null }
}
