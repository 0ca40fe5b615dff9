import { type ListedPerson, judgeRow } from '#domain/organiser/people-list/judge-row.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { BulkItem, BulkKind, Close, ItemOutcome } from '#server/organiser/bulk/bulk-kind.ts'
import { makeOrder } from '#server/organiser/new-orders/make-order.ts'
import { storeGuest } from '#server/organiser/new-orders/guest.ts'
import { readForm } from '#server/organiser/new-orders/read-form.ts'
import { type StartedChoices, findList, isThereAlready, rowOf } from './list-store.ts'
import { listFacts } from './list-facts.ts'
import { THERE } from './plan-import.ts'

export const IMPORT_PEOPLE = 'IMPORT_PEOPLE'

/** What is stored with the job: people are in the list alone, which is deleted. */
export type ImportParams = { readonly listId: string }

/** Each row of a list becomes an order of one ticket, made by the use case that members make one with, once. */
export const importPeopleKind: BulkKind = {
  kind: IMPORT_PEOPLE,
  act: async (shop, item, close) => {
    const { subject, eventId } = item
    if (subject.of !== 'row' || eventId === null) return GONE
    // Written by `startImport` alone.
    const { listId } = item.params as ImportParams
    const list = await findList(shop.db, eventId, listId)
    const row = await rowOf(shop.db, listId, subject.row)
    if (!list?.choices || !row) return GONE
    const { choices } = list
    const offer = await shop.catalog.eventOf(eventId)
    const facts = await listFacts(shop, { offer, choices, now: shop.clock.now(), isMonthFirst: choices.isMonthFirst })
    const judged = judgeRow(row, facts)
    if (judged.person === null) return refused(judged.faults[0])
    return makeOrderFor(shop, item, {
      row: row.row,
      person: judged.person,
      shortName: offer.context.shortName,
      choices,
      close,
    })
  },
}

const GONE: ItemOutcome = { state: 'NOTHING', code: 'foyer.desk.import.gone' }
const IS_THERE: ItemOutcome = { state: 'NOTHING', code: THERE }
const made = (orderId: ReservationId): ItemOutcome => ({ state: 'SUCCEEDED', code: 'foyer.desk.import.made', orderId })

type Found = { readonly code: string; readonly args?: readonly (string | number)[] }

/** The outcome of a row with which something is wrong. */
export const refused = (found: Found | undefined): ItemOutcome => ({
  state: 'REFUSED',
  code: found?.code ?? 'refused',
  args: (found?.args ?? []).map(String),
})

/** Undoes the order of a person who has one from elsewhere. */
class Present extends Error {}

type Row = {
  readonly row: number
  readonly person: ListedPerson
  readonly shortName: string
  readonly choices: StartedChoices
  readonly close: Close
}

async function makeOrderFor(
  shop: Shop,
  item: BulkItem,
  { row, person, shortName, choices, close }: Row,
): Promise<ItemOutcome> {
  const { jobId, organizationId, actor } = item
  const eventId = item.eventId ?? 0
  const { way, note, isMailed, language, areThoseThereImported } = choices
  const { firstName, lastName, email, categoryId } = person
  const also = async (_: unknown, { tx, id }: { readonly tx: Tx; readonly id: ReservationId }): Promise<void> => {
    const isSought = areThoseThereImported !== true
    if (isSought && (await isThereAlready(tx, { eventId, person, besides: id }))) throw new Present()
    await close(tx, made(id))
  }
  const offer = await shop.catalog.eventOf(eventId)
  const read = readForm(
    {
      way,
      lines: [{ categoryId, quantity: 1 }],
      firstName,
      lastName,
      email,
      note: note ?? null,
      isMailed: isMailed ?? true,
      language: person.language ?? language ?? null,
    },
    offer,
    shop.clock.now(),
  )
  if (!read.ok) return refused(read.problems[0])
  const name: typeof read.value.name = async (tx, id, named) => {
    await read.value.name(tx, id, named)
    await storeGuest(tx, id, { offer, guest: person })
  }
  try {
    const outcome = await makeOrder(shop, {
      event: { id: eventId, organizationId, shortName },
      order: { ...read.value, name },
      requestId: `import-${jobId}-${row}`,
      by: { memberId: null, actor },
      also,
    })
    return outcome.kind === 'refused' ? refused(outcome.problems[0]) : made(outcome.id)
  } catch (error) {
    if (error instanceof Present) return IS_THERE
    throw error
  }
}
