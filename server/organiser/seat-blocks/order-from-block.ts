import type { Category } from '#domain/catalog/catalog/category.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { type SeatBlock, findBlocks, takeFromBlock } from './block-store.ts'

/** Null: of the seats that categories without their own share. */
const sourceOf = ({ id, seatSource }: Pick<Category, 'id' | 'seatSource'>): number | null =>
  seatSource.kind === 'bounded' ? id : null

/** May tickets of a category take the seats of a block? A category that was made unbounded shares its seats since. */
function takes(category: Pick<Category, 'id' | 'seatSource'>, { categories }: OfferedEvent, block: SeatBlock): boolean {
  const own = categories.find(({ id }) => id === block.categoryId)
  return sourceOf(category) === (own ? sourceOf(own) : null)
}

type FromBlock = {
  readonly blockId?: number | null
  readonly lines: readonly { readonly categoryId: number; readonly quantity: number }[]
}

/** Why these tickets can't take the seats of a block; null: they can, as far as is known before they are locked. */
export async function problemOfBlock(
  on: Queryable,
  offer: OfferedEvent,
  { blockId, lines }: FromBlock,
): Promise<Problem | null> {
  const [block] = blockId == null ? [] : await findBlocks(on, offer.context.id, { id: blockId })
  if (!block || block.seats === 0) return problem('foyer.desk.block.refused.gone', { field: 'blockId' })
  const ordered = lines.filter(({ quantity }) => quantity > 0)
  const areOfIt = ordered.every(({ categoryId }) =>
    offer.categories.some(category => category.id === categoryId && takes(category, offer, block)),
  )
  if (!areOfIt) return problem('foyer.desk.block.refused.other', { field: 'blockId' })
  const seats = ordered.reduce((sum, { quantity }) => sum + quantity, 0)
  return seats > block.seats
    ? problem('foyer.desk.block.refused.short', { field: 'blockId', args: [block.seats] })
    : null
}

/** Blocks with seats, and the categories whose tickets can take them. */
export async function blocksToOrderFrom(on: Queryable, offer: OfferedEvent) {
  const blocks = await findBlocks(on, offer.context.id)
  return blocks
    .filter(({ seats }) => seats > 0)
    .map(block => ({
      id: block.id,
      name: block.name,
      seats: block.seats,
      categories: offer.categories.filter(category => takes(category, offer, block)).map(({ id }) => id),
    }))
}

/** Fewer seats are left in a block than before they were locked: what counts on them is decided again. */
export class BlockChanged extends Error {}

type Taking = { readonly eventId: number; readonly blockId: number | null | undefined; readonly seats: number }

/** The seats of a block, freed for an order of this transaction, which takes them before any other; none without a block. */
export async function seatsOfBlock(tx: Tx, { eventId, blockId, seats }: Taking): Promise<readonly bigint[]> {
  if (blockId == null) return []
  const taken = await takeFromBlock(tx, { eventId, blockId, seats })
  if (!taken) throw new BlockChanged()
  return taken
}
