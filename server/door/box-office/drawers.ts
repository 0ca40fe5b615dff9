import type { Drawer } from '#contract/box-office.ts'
import { differenceOf, expectedIn, sumOfPieces, typedAmount } from '#domain/door/box-office/cash.ts'
import { type Currency, NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { holdKey } from '#server/door/check-in/door-key/guard.ts'
import { type AtBox, Revoked, currencyOf } from './at-box.ts'
import { type StoredDrawer, closeDrawer, drawerOfRequest, findDrawer, insertDrawer, lockDrawer } from './box-store.ts'

const MAX_PERSON = 60
const MAX_REMARK = 500

type Opening = { readonly requestId: string; readonly person: string; readonly float: string }

/** Opens a drawer; sent twice it is one. */
export async function openDrawerOf(shop: Shop, at: AtBox, { requestId, ...form }: Opening): Promise<Outcome<Drawer>> {
  const { doorKeyId, eventId } = at.opened.principal
  const code = currencyOf(at.door.offer)
  const person = lineOrEmpty(form.person)
  const float = typedAmount(form.float, code)
  const [first, ...others]: Problem[] = [
    ...(person === '' ? [problem('foyer.box.refused.person', { field: 'person' })] : []),
    ...(person.length > MAX_PERSON ? [problem('foyer.box.refused.long', { field: 'person', args: [MAX_PERSON] })] : []),
    ...(float === undefined ? [problem('foyer.box.refused.amount', { field: 'float' })] : []),
  ]
  if (first) return refused(first, ...others)
  if (float === undefined) throw new Error('a float that can not be read is refused')
  const now = shop.clock.now()
  const drawer = await transaction(shop.db, async tx => {
    if (!(await holdKey(tx, doorKeyId, now))) throw new Revoked()
    await insertDrawer(tx, { eventId, doorKeyId, requestId, person, currency: code, float, now })
    return drawerOfRequest(tx, doorKeyId, requestId)
  })
  if (!drawer) throw new Error(`drawer ${requestId} was opened a moment ago`)
  return accepted(presentDrawer(drawer))
}

type Counting = {
  readonly counted?: string | null | undefined
  readonly pieces?: readonly { readonly value: string; readonly count: number }[] | null | undefined
  readonly remark?: string | null | undefined
}

/**
 * Counts a drawer and closes it. What was counted first stays: the same again, or another count, is answered with it. Undefined for
 * a drawer of another door.
 */
export async function countDrawerOf(
  shop: Shop,
  at: AtBox,
  { id, form }: { readonly id: number; readonly form: Counting },
): Promise<Outcome<Drawer> | undefined> {
  const { doorKeyId } = at.opened.principal
  const found = await findDrawer(shop.db, doorKeyId, id)
  if (!found) return undefined
  if (found.closedAt !== null) return accepted(presentDrawer(found))
  const read = readCount(form, currency(found.currency) ?? NO_CURRENCY)
  if (!read.ok) return read
  const now = shop.clock.now()
  const closed = await transaction(shop.db, async tx => {
    if (!(await holdKey(tx, doorKeyId, now))) throw new Revoked()
    if ((await lockDrawer(tx, doorKeyId, id)) === 'open') await closeDrawer(tx, id, { ...read.value, now })
    return findDrawer(tx, doorKeyId, id)
  })
  return closed && accepted(presentDrawer(closed))
}

function readCount({ counted, pieces, remark }: Counting, code: Currency) {
  const text = remark?.trim() ?? ''
  const read = pieces?.map(({ value, count }) => ({ value: typedAmount(value, code), count })) ?? null
  const known = read?.flatMap(({ value, count }) => (value === undefined ? [] : [{ value, count }])) ?? null
  const sum = known ? sumOfPieces(known) : typedAmount(counted ?? '', code)
  const isOff =
    sum === undefined || known?.length !== read?.length || typedAmount(printed(sum, code), code) === undefined
  const [first, ...others] = [
    ...(isOff ? [problem('foyer.box.refused.amount', { field: known ? 'pieces' : 'counted' })] : []),
    ...(text.length > MAX_REMARK ? [problem('foyer.box.refused.long', { field: 'remark', args: [MAX_REMARK] })] : []),
  ]
  if (first) return refused(first, ...others)
  if (sum === undefined) throw new Error('a count that can not be read is refused')
  return accepted({ counted: sum, pieces: known, remark: text === '' ? null : text })
}

export function presentDrawer(drawer: StoredDrawer): Drawer {
  const { id, person, door, openedAt, closedAt, counted, pieces, remark, sales } = drawer
  const code = currency(drawer.currency) ?? NO_CURRENCY
  return {
    id,
    person,
    door,
    currency: drawer.currency,
    openedAt,
    closedAt,
    float: printed(drawer.float, code),
    cashIn: printed(drawer.cashIn, code),
    cashOut: printed(drawer.cashOut, code),
    expected: printed(expectedIn(drawer), code),
    counted: counted === null ? null : printed(counted, code),
    difference: counted === null ? null : printed(differenceOf(drawer, counted), code),
    pieces: pieces?.map(({ value, count }) => ({ value: printed(value, code), count })) ?? null,
    remark,
    sales,
  }
}
