import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { routeSchema } from '#contract/call.ts'
import type { Info } from '#contract/info.ts'
import { getIcon, getWebManifest } from '#contract/pages.ts'
import { ICON_SIZES, OWN_ACCENT, iconAddress, iconKeyOf } from '#domain/foundation/house-icon.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { MAX_PIXELS } from '#server/foundation/file/image-type.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'

type House = NonNullable<Info['house']>

const PAPER = '#f7f4ee'

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
      const icon = await made
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

/** The logo on paper, or two open doors on the colour of the shop; undefined for a logo that is gone or can't be read. */
async function draw(db: Database, { logo, accent }: House, size: number): Promise<Buffer | undefined> {
  if (logo === null) {
    const { light, onLight } = accent ?? { light: OWN_ACCENT.light, onLight: '#ffffff' }
    return sharp(Buffer.from(doors(light, onLight)), { density: 72 * (size / 24) })
      .resize(size, size)
      .png()
      .toBuffer()
  }
  const picture = await readImage(db, logo)
  if (picture === undefined) return undefined
  const inner = Math.round(size * 0.8)
  const edge = Math.floor((size - inner) / 2)
  const margins = { top: edge, left: edge, bottom: size - inner - edge, right: size - inner - edge, background: PAPER }
  return sharp(picture, { limitInputPixels: MAX_PIXELS })
    .resize(inner, inner, { fit: 'contain', background: PAPER })
    .flatten({ background: PAPER })
    .extend(margins)
    .png()
    .toBuffer()
    .catch(() => undefined)
}

/** The mark of the house, with the room around it that round icons cut off. */
const doors = (ground: string, ink: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="-8 -8 40 40"><path d="M-8-8h40v40H-8z" fill="${ground}"/><g fill="${ink}"><path d="M2 3.2 11 1v22l-9-2.2zM13 1l9 2.2v17.6L13 23z"/></g></svg>`
