import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { importEvent } from '../import-event.ts'
import { imageOf } from '../import-files.ts'
import { readEventFile } from '../read-event-file.ts'
import { hasAnyEvent } from '#server/event-editing/find-event.ts'

const FOLDER = fileURLToPath(new URL('../../../samples/', import.meta.url))

/** Buys tickets the way a buyer does, to the end; at most five at once. */
export type Reserve = (eventShortName: string, categoryName: string, quantity: number) => Promise<void>

/** What has been sold before the visitor comes: it makes the stories of samples/README.md true. */
const SOLD: readonly (readonly [event: string, category: string, purchases: readonly number[]])[] = [
  ['candlelight-concert', 'Chaise', [5, 5, 5, 5]],
  ['twelve-at-the-table', 'Place at the table', [5, 4, 1]],
  ['alpine-systems-days', 'Student', [4, 3, 2]],
  ['alpine-systems-days', 'Conference', [2, 1, 5]],
  ['type-evening', 'Seat', [2, 1]],
]

/** Fills an empty shop with the sample events; returns how many. A shop that has any event stays as it is. */
export async function sampleShop(
  shop: Parameters<typeof importEvent>[0],
  { reserve }: { readonly reserve: Reserve },
): Promise<number> {
  if (await hasAnyEvent(shop.db)) return 0
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.yaml')).toSorted()
  for (const name of files) await importSample(shop, name)
  for (const [event, category, purchases] of SOLD) {
    for (const quantity of purchases) await reserve(event, category, quantity)
  }
  return files.length
}

async function importSample(shop: Parameters<typeof importEvent>[0], name: string): Promise<void> {
  const read = readEventFile(await readFile(`${FOLDER}${name}`, 'utf8'), shop.clock.now())
  if ('problems' in read) throw new Error(`samples/${name}: ${JSON.stringify(read.problems)}`)
  const imported = await importEvent(shop, read.event, await imageOf(read.event, FOLDER))
  if (imported.result === 'refused') throw new Error(`samples/${name}: ${JSON.stringify(imported.problems)}`)
}
