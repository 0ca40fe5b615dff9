import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { importEvent } from '../import-offer.ts'
import { eventsFirst, importRead } from '../import-files.ts'
import { type ReadFile, readOfferFile } from '../read-offer-file.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { allOrganizationIds, noteSample } from './sample-store.ts'
import { hasAnyEvent } from '#server/access/api-key/guard.ts'

const FOLDER = fileURLToPath(new URL('../../../../samples/', import.meta.url))

export type Buyer = {
  /** Buys tickets the way a buyer does, to the end; at most five at once. */
  reserve(eventShortName: string, categoryName: string, quantity: number): Promise<void>
  /** The same with a pass. */
  buyPass(publicId: string): Promise<void>
}

/** What has been sold before the visitor comes: it makes the stories of samples/README.md true. */
const SOLD: readonly (readonly [event: string, category: string, purchases: readonly number[]])[] = [
  ['candlelight-concert', 'Chaise', [5, 5, 5, 5]],
  ['twelve-at-the-table', 'Place at the table', [5, 4, 1]],
  ['alpine-systems-days', 'Student', [4, 3, 2]],
  ['alpine-systems-days', 'Conference', [2, 1, 5]],
  ['type-evening', 'Seat', [2, 1]],
]

/** "A Chair at the Table", all three of them. */
const SOLD_PASSES: readonly string[] = Array.from({ length: 3 }, () => 'e04c7a92-5b18-4d3f-b6e1-7f20d89c4a56')

/**
 * Fills an empty shop with the sample events and passes; returns how many events. A shop that has any event stays as it is.
 * @param buyer Left out: nothing of it is sold.
 */
export async function sampleShop(shop: Parameters<typeof importEvent>[0], buyer?: Buyer): Promise<number> {
  if (await hasAnyEvent(shop.db)) return 0
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.yaml')).toSorted()
  const samples = await Promise.all(names.map(async name => ({ name, read: await readSample(shop, name) })))
  const before = await allOrganizationIds(shop.db)
  const made: string[] = []
  for (const { name, read } of eventsFirst(samples)) made.push(await importSample(shop, name, read))
  await transaction(shop.db, tx => noteSample(tx, { names: made, before }))
  if (buyer) await sellSample(buyer)
  return samples.filter(({ read }) => 'event' in read).length
}

async function sellSample({ reserve, buyPass }: Buyer): Promise<void> {
  for (const [event, category, purchases] of SOLD) {
    for (const quantity of purchases) await reserve(event, category, quantity)
  }
  for (const pass of SOLD_PASSES) await buyPass(pass)
}

async function readSample({ clock }: Parameters<typeof importEvent>[0], name: string): Promise<ReadFile> {
  return readOfferFile(await readFile(`${FOLDER}${name}`, 'utf8'), clock.now())
}

async function importSample(shop: Parameters<typeof importEvent>[0], name: string, read: ReadFile): Promise<string> {
  const imported = await importRead(shop, read, FOLDER)
  if (imported.result === 'refused') throw new Error(`samples/${name}: ${JSON.stringify(imported.problems)}`)
  return imported.name
}
