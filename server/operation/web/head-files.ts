import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LRUCache } from 'lru-cache'
import { routeSchema } from '#contract/call.ts'
import type { Info } from '#contract/info.ts'
import { getIcon, getWebManifest } from '#contract/pages.ts'
import { ICON_SIZES, OWN_ACCENT, iconAddress, iconKeyOf } from '#domain/foundation/house-icon.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { WorkFailed, workForImages } from '#server/foundation/heavy-work/heavy-worker.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'
import type { drawIcon } from './draw-icon.ts'

type House = NonNullable<Info['house']>

const PAPER = '#f7f4ee'

const DRAW = heavyTask<typeof drawIcon>(new URL('./draw-icon.ts', import.meta.url), 'drawIcon')

/** What the head of a page names: the manifest of the shop, and the icon that a phone puts on its screen. */
export function headFileRoutes(db: Database, info: BriefMemory<'info', Info>): FastifyPluginAsyncTypebox {
  const drawn = new LRUCache<string, Promise<Buffer | undefined>>({ max: ICON_SIZES.length * 2 })
  return async app => {
    app.get(getWebManifest.path, { schema: routeSchema(getWebManifest) }, async (_request, reply) => {
      const { house } = await info.get('info')
      return reply
        .code(200)
        .type('application/manifest+json; charset=utf-8')
        .header('Cache-Control', 'public, max-age=3600')
        .send(house ? JSON.stringify(manifestOf(house)) : '{}')
    })

    app.get(getIcon.path, { schema: routeSchema(getIcon) }, async (request, reply) => {
      const { house } = await info.get('info')
      const size = ICON_SIZES.find(one => house && iconAddress(one, house) === `/icon/${request.params.name}`)
      if (!house || size === undefined) return reply.code(404).send(undefined)
      const key = `${size} ${iconKeyOf(house)}`
      const made = drawn.get(key) ?? draw(db, house, size)
      drawn.set(key, made)
      // What the machine kept from being drawn is drawn at the next request.
      const icon = await made.catch((error: unknown) => {
        drawn.delete(key)
        throw error
      })
      if (icon === undefined) return reply.code(404).send(undefined)
      return reply.code(200).type('image/png').header('Cache-Control', 'public, max-age=31536000, immutable').send(icon)
    })
  }
}

function manifestOf(house: House) {
  return {
    name: house.name,
    short_name: house.name,
    start_url: '/',
    display: 'browser',
    theme_color: house.accent?.light ?? OWN_ACCENT.light,
    background_color: PAPER,
    icons: ICON_SIZES.map(size => ({ src: iconAddress(size, house), sizes: `${size}x${size}`, type: 'image/png' })),
  }
}

/** Undefined for a logo that is gone or can't be read. */
async function draw(db: Database, { logo, accent }: House, size: number): Promise<Buffer | undefined> {
  const { light: ground, onLight: ink } = accent ?? { light: OWN_ACCENT.light, onLight: '#ffffff' }
  const picture = logo === null ? undefined : await readImage(db, logo)
  if (logo !== null && picture === undefined) return undefined
  const look = picture ? { logo: picture } : { ground, ink }
  try {
    return Buffer.from(await workForImages.run(DRAW, { size, paper: PAPER, look }, 'icons'))
  } catch (error) {
    if (error instanceof WorkFailed) return undefined
    throw error
  }
}
