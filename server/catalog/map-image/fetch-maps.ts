import { createHash } from 'node:crypto'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { mapAddress } from '#domain/catalog/catalog/event.ts'
import type { Shop } from '#server/catalog/context.ts'
import { download } from '#server/foundation/file/download.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type PlaceToDraw, claimPlaces, putPicture, removePictures } from './store.ts'

export const JOB = 'fetch-maps'

/** Four times what an organiser may give: maps with much text need it, in twice the points of a screen. */
const MAX_MAP_BYTES = 800 * 1024

/** So many places are taken at a time, one after the other, so that a provider that hangs delays few. */
const PLACES_AT_A_TIME = 4

/** Longer than that many downloads take. */
const CLAIM_MILLISECONDS = minutes(5)

/** Streets change. */
const KEPT_MILLISECONDS = days(30)

type MapShop = Pick<Shop, 'catalog' | 'config' | 'db' | 'clock' | 'log' | 'jobs'>

/**
 * Fetches the maps that events lack from the provider of the operator (MAP_IMAGE_URL) and keeps them, so that no visitor
 * sends a request there, or waits for it (decision 66). Returns how many came or went.
 */
export async function fetchMaps(shop: MapShop): Promise<number> {
  const template = (await systemSettings(shop.db)).text('MAP_IMAGE_URL')
  if (template === null) {
    const events = await removePictures(shop.db)
    for (const event of events) shop.catalog.offerChanged(event)
    return events.length
  }
  const templateDigest = createHash('sha256').update(template).digest('hex')
  return untilNothingIsDue(shop, JOB, async () => {
    const now = shop.clock.now()
    const until = after(now, CLAIM_MILLISECONDS)
    const places = await claimPlaces(shop.db, { job: JOB, now, until, templateDigest, limit: PLACES_AT_A_TIME })
    const done = await eachRow(shop, places, {
      job: JOB,
      nameOf: ({ id }) => ({ kind: 'event', id: String(id) }),
      work: async ([place]) => (place ? fetchMap(shop, place, { template, templateDigest }) : 0),
    })
    return { found: places.length, done }
  })
}

/** The reason that is noted has no address: there may be a key in it. */
async function fetchMap(
  { catalog, config, db, clock }: MapShop,
  place: PlaceToDraw,
  { template, templateDigest }: { readonly template: string; readonly templateDigest: string },
): Promise<number> {
  const content = await download(mapAddress(template, place), {
    maxBytes: MAX_MAP_BYTES,
    allowsPrivateAddresses: config.mode !== 'production',
  })
  const now = clock.now()
  const fileDigest = content && (await storeImage(db, content, now, MAX_MAP_BYTES))
  if (fileDigest === undefined) throw new Error(`MAP_IMAGE_URL gave no image of at most ${MAX_MAP_BYTES} bytes`)
  await putPicture(db, place, { templateDigest, fileDigest, nextAt: after(now, KEPT_MILLISECONDS) })
  catalog.offerChanged(place)
  return 1
}
