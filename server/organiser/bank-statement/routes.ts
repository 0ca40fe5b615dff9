import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-transfers.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { COLUMN_ROLES } from '#domain/payment/reconciliation/statement-columns.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { WorkFailed, workForStatements } from '#server/foundation/heavy-work/heavy-worker.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { type Booking, bookEntry, bookSure } from './book-entry.ts'
import { findEntry, moveAside } from './entry-store.ts'
import { listOpen, listSettled, listTransfersOf } from './list-entries.ts'
import { ownerOfOrder } from './order-store.ts'
import type { StatedColumns } from './read/read-table.ts'
import type { StatementReading, readStatement } from './read/read-statement.ts'
import { uploadStatement } from './upload-statement.ts'

const READ = heavyTask<typeof readStatement>(new URL('./read/read-statement.ts', import.meta.url), 'readStatement')

const mayBook = (by: Principal, organizationId: number): boolean => may(by, 'manage-orders', { organizationId })

/** Bank statements, for those who manage the orders of the whole organisation: the bytes of the file are the body. */
export function statementUploadRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

    app.post(
      calls.uploadBankStatement.path,
      { schema: routeSchema(calls.uploadBankStatement) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        const { organizationId } = request.query
        if (!mayBook(by, organizationId)) return sendForbidden(reply)
        const reading = await read(request.body, statedColumns(request.query), by)
        if (reading.kind === 'refused') return sendRefusals(request, reply, shop, [faultOf(reading)])
        if (reading.kind === 'columns') return { columns: mutable(reading.columns) }
        const { statement } = reading
        const uploaded = await uploadStatement(shop, { organizationId, by: await actorOf(db, by) }, statement)
        return { read: { ...uploaded, ...statement.skipped } }
      },
    )
  }
}

/** Files that take too much work are no statements. */
async function read(content: unknown, columns: StatedColumns | null, by: Principal): Promise<StatementReading> {
  const owner = by.kind === 'member' ? `member ${by.memberId}` : 'keys'
  const file = { content: Buffer.isBuffer(content) ? content : new Uint8Array(), columns }
  return workForStatements.run(READ, file, owner).catch((error: unknown) => {
    if (error instanceof WorkFailed) return { kind: 'refused', code: 'too-costly', at: null }
    throw error
  })
}

function statedColumns({ columns, currency }: { columns?: string; currency?: string }): StatedColumns | null {
  if (columns === undefined) return null
  const roles = columns.split(',').map(name => COLUMN_ROLES.find(role => role === name) ?? 'none')
  const code = currency?.trim().toUpperCase() ?? ''
  return { roles, currency: /^[A-Z]{3}$/.test(code) ? code : null }
}

const faultOf = ({ code, at }: Extract<StatementReading, { kind: 'refused' }>): Problem =>
  problem(`foyer.desk.statement.fault.${code}`, { args: [at ?? ''] })

type Columns = Extract<StatementReading, { kind: 'columns' }>['columns']

const mutable = ({ heads, rows, roles, currency }: Columns) => ({
  heads: [...heads],
  rows: rows.map(row => [...row]),
  roles: [...roles],
  currency,
})

/** What has arrived on the bank account, and the orders it pays. */
export function bankEntryRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  /** The entry, where it is one of an organisation whose orders the caller manages. */
  const ownEntry = async (by: Principal, id: string) => {
    const entry = await findEntry(db, BigInt(id))
    return entry && mayBook(by, entry.organizationId) ? entry : undefined
  }

  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listDeskTransfers.path, { schema: routeSchema(calls.listDeskTransfers) }, async request =>
      listTransfersOf(shop, { by: deskPrincipal(request), language: choosePageLanguage(request) }, request.query),
    )

    app.get(calls.listBankEntries.path, { schema: routeSchema(calls.listBankEntries) }, async (request, reply) => {
      const { organizationId, cursor } = request.query
      if (!mayBook(deskPrincipal(request), organizationId)) return sendForbidden(reply)
      return listOpen(shop, { organizationId, cursor, language: choosePageLanguage(request) })
    })

    app.get(
      calls.listSettledEntries.path,
      { schema: routeSchema(calls.listSettledEntries) },
      async (request, reply) => {
        const { organizationId, cursor } = request.query
        if (!mayBook(deskPrincipal(request), organizationId)) return sendForbidden(reply)
        return listSettled(shop, { organizationId, cursor, language: choosePageLanguage(request) })
      },
    )

    app.post(calls.bookSureEntries.path, { schema: routeSchema(calls.bookSureEntries) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const { organizationId, upTo } = request.body
      if (!mayBook(by, organizationId)) return sendForbidden(reply)
      return bookSure(shop, { organizationId, upTo: BigInt(upTo), by: await actorOf(db, by) })
    })

    app.post(calls.bookEntry.path, { schema: routeSchema(calls.bookEntry) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const { orderId, isDifferenceAccepted } = request.body
      const entry = await ownEntry(by, request.params.entryId)
      // The decoding edge: it is the id of an order of this organisation.
      const id = orderId as ReservationId
      if (!entry || !isUuid(orderId) || (await ownerOfOrder(db, id)) !== entry.organizationId)
        return sendForbidden(reply)
      const how = { orderId: id, isDifferenceAccepted: isDifferenceAccepted ?? false, by: await actorOf(db, by) }
      const outcome = await bookEntry(shop, entry, how)
      if (outcome === 'confirmed') return reply.code(204).send(undefined)
      return sendRefusals(request, reply, shop, [{ code: REFUSALS[outcome] ?? 'foyer.desk.transfer.not-confirmed' }])
    })

    app.put(calls.setEntryAside.path, { schema: routeSchema(calls.setEntryAside) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const entry = await ownEntry(by, request.params.entryId)
      if (!entry) return sendForbidden(reply)
      const { isAside } = request.body
      const actor = await actorOf(db, by)
      const { id, organizationId, bookedOn, amount, currency } = entry
      const now = clock.now()
      const action = isAside ? 'ENTRY_SET_ASIDE' : 'ENTRY_TAKEN_UP'
      await transaction(db, async tx => {
        if (!(await moveAside(tx, { id, now, by: actor.actor, isAside }))) return
        const change = { kind: 'ORGANIZATION', subjectId: organizationId, subject: bookedOn, organizationId } as const
        await recordChange(tx, actor, { ...change, action, after: { entry: String(id), amount, currency }, now })
      })
      const settled = await findEntry(db, id)
      if (settled?.status === (isAside ? 'SET_ASIDE' : 'OPEN')) return reply.code(204).send(undefined)
      return sendRefusals(request, reply, shop, [{ code: 'foyer.desk.statement.settled' }])
    })
  }
}

const REFUSALS: Partial<Record<Booking, string>> = {
  settled: 'foyer.desk.statement.settled',
  difference: 'foyer.desk.statement.difference',
}
