import type { OrderActionForm } from '#contract/desk-order-action.ts'
import type { Principal } from '#domain/access/principal/principal.ts'
import { BULK_ACTIONS, type BulkAction } from '#domain/organiser/order-desk/bulk-action.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { BulkItem, BulkKind, Close, ItemOutcome } from '#server/organiser/bulk/bulk-kind.ts'
import { addTag } from '#server/organiser/desk-orders/notes.ts'
import { act } from '#server/organiser/order-actions/act.ts'

/** What the job needs beside its orders. */
export type OrdersBulkParams = { readonly tag?: string; readonly notifyHolders?: boolean }

/** "CONFIRM_TRANSFER" of `confirm-transfer`. */
export const kindOf = (action: BulkAction): string => action.toUpperCase().replaceAll('-', '_')

/** One kind for each action; all but the tag by the use case that does it with one order. */
export const ORDER_KINDS: readonly BulkKind[] = BULK_ACTIONS.map(action => ({
  kind: kindOf(action),
  act: async (shop, item, close) => {
    if (item.subject.of !== 'order') return GONE
    const { id } = item.subject
    return action === 'tag'
      ? tag(shop, item, { id, close })
      : actOn(shop, item, { id, close, form: formOf(action, item) })
  },
}))

const GONE: ItemOutcome = { state: 'NOTHING', code: 'gone' }
const DONE: ItemOutcome = { state: 'SUCCEEDED', code: 'done' }

/** Who has started the job was allowed to manage these orders. */
const BY_JOB: Principal = { kind: 'system' }

/** Written by start-orders-bulk.ts alone. */
const paramsOf = ({ params }: BulkItem): OrdersBulkParams => params as OrdersBulkParams

function formOf(action: Exclude<BulkAction, 'tag'>, item: BulkItem): OrderActionForm {
  const { notifyHolders = false } = paramsOf(item)
  return action === 'refund'
    ? { action, what: 'ORDER', money: true, notifyHolders }
    : { action, ...(action === 'cancel' && { notifyHolders }) }
}

type OfOrder = { readonly id: ReservationId; readonly close: Close }

async function actOn(
  shop: Shop,
  { jobId, actor, organizationId }: BulkItem,
  { id, close, form }: OfOrder & { readonly form: OrderActionForm },
): Promise<ItemOutcome> {
  const found = { id, owner: { organizationId }, by: BY_JOB }
  const requestId = `bulk-${jobId}`
  const acted = await act(shop, found, { form, requestId, actor, also: tx => close(tx, DONE) })
  switch (acted.kind) {
    case 'done':
      return DONE
    case 'repeated':
      return { state: 'NOTHING', code: 'repeated' }
    case 'gone':
      return GONE
    case 'refused': {
      const [first] = acted.problems
      return { state: 'REFUSED', code: first?.code ?? 'refused', args: (first?.args ?? []).map(String) }
    }
    default:
      return acted satisfies never
  }
}

async function tag(shop: Shop, item: BulkItem, { id, close }: OfOrder): Promise<ItemOutcome> {
  return transaction(shop.db, async tx => {
    const added = await addTag(tx, id, paramsOf(item).tag ?? '')
    const outcome = OUTCOMES_OF_TAGS[added]
    await close(tx, outcome)
    return outcome
  })
}

const OUTCOMES_OF_TAGS = {
  added: DONE,
  same: { state: 'NOTHING', code: 'repeated' },
  full: { state: 'REFUSED', code: 'tags-full' },
  erased: { state: 'REFUSED', code: 'foyer.desk.order.erased' },
} as const satisfies Record<string, ItemOutcome>
