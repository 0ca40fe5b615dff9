import type { WaitingListForm } from '#contract/waiting-list.ts'
import { joinWaitingList, joinWaitingListHere } from '#contract/waiting-list.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { type Reply, type Buyer } from './buyer.ts'

/** Everything filled in: this person joins. */
export function aWaitingListForm(name: string, changes: WaitingListForm = {}): WaitingListForm {
  return {
    firstName: name,
    lastName: 'Waiting',
    email: emailOf(name),
    userLanguage: 'en',
    selectedCategory: null,
    termAndConditionsAccepted: true,
    privacyPolicyAccepted: null,
    ...changes,
  }
}

export const emailOf = (name: string): string => `${name.toLowerCase()}@waiting.example`

export function join(buyer: Buyer, shortName: string, name: string, changes: WaitingListForm = {}): Promise<Reply> {
  return buyer.ask(joinWaitingList, { params: { shortName }, body: aWaitingListForm(name, changes) })
}

export async function everybodyJoins(buyer: Buyer, shortName: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { value } = await join(buyer, shortName, name)
    if (!(value as { value: unknown }).value) throw new Error(`${name} was not taken: ${JSON.stringify(value)}`)
  }
}

export type Entry = { readonly name: string; readonly kind: string; readonly status: string }

/** All subscribers of the list of an event, in the order in which they came. */
export async function entriesOf(db: Database, shortName: string): Promise<Entry[]> {
  return db.kysely
    .selectFrom('waiting_list_entry')
    .innerJoin('event', 'event.id', 'event_id')
    .select(['first_name as name', 'waiting_list_entry.kind', 'waiting_list_entry.status'])
    .where('short_name', '=', shortName)
    .orderBy('waiting_list_entry.id')
    .execute()
}

/** `Ada WAITING`, in the order in which they came. */
export async function standings(db: Database, shortName: string): Promise<string[]> {
  return (await entriesOf(db, shortName)).map(({ name, status }) => `${name} ${status}`)
}

/** The reservation that is offered to a subscriber now. */
export async function offerTo(db: Database, shortName: string, name: string): Promise<string> {
  const row = await db.kysely
    .selectFrom('waiting_list_entry')
    .innerJoin('event', 'event.id', 'event_id')
    .select('reservation_id')
    .where('short_name', '=', shortName)
    .where('first_name', '=', name)
    .executeTakeFirstOrThrow()
  if (row.reservation_id === null) throw new Error(`nothing is offered to ${name}`)
  return row.reservation_id
}

/** Mails to this address about the event, the last first. */
export async function lettersTo(db: Database, shortName: string, email: string) {
  return db.kysely
    .selectFrom('mail')
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select(['subject', 'text_body as text', 'reservation_id as reservationId'])
    .where('short_name', '=', shortName)
    .where('recipient', '=', email)
    .orderBy('mail.id', 'desc')
    .execute()
}

/** The person waits for so many seats; false: only for all of them at once. */
export async function joinTogether(
  buyer: Buyer,
  shortName: string,
  name: string,
  seats: [number, boolean],
): Promise<void> {
  const [quantity, orFewer] = seats
  const body = { ...aWaitingListForm(name), quantity, orFewer }
  await buyer.expect(joinWaitingListHere, 200, { params: { shortName }, body })
}
