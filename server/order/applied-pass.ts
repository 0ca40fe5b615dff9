import type { LocalizedTexts } from '#domain/language/texts.ts'
import { appliedPassIn } from '#domain/pass/applied-pass.ts'
import type { BoughtPassId } from '#domain/pass/bought-pass.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { Queryable, Tx } from '#server/database/database.ts'

/** A bought pass that pays for tickets of an order, by the name of what it is. */
export type AppliedPass = { readonly id: BoughtPassId; readonly title: LocalizedTexts }

type Covered = readonly Pick<Ticket, 'coveredBy'>[]

export async function appliedPassOf(on: Queryable, tickets: Covered): Promise<AppliedPass | null> {
  const id = appliedPassIn(tickets)
  if (id === null) return null
  const { title } = await on.kysely
    .selectFrom('bought_pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'bought_pass.pass_id')
    .select('purchase_context.title')
    .where('bought_pass.id', '=', id)
    .executeTakeFirstOrThrow()
  // Written by the organiser's own calls alone.
  return { id, title: title as LocalizedTexts }
}

/**
 * Is the pass that pays for tickets of an open order still somebody's? It may have been refunded since it was applied. It can't be
 * until the transaction ends.
 */
export async function isAppliedPassGood(tx: Tx, tickets: Covered): Promise<boolean> {
  const id = appliedPassIn(tickets)
  if (id === null) return true
  const row = await tx.kysely
    .selectFrom('bought_pass')
    .select('status')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.status === 'ACQUIRED'
}
