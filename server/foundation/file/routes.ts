import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getFile } from '#contract/pages.ts'
import type { Services } from '#server/foundation/services.ts'
import { readImageInWidth } from './scaled-images.ts'
import { type ScalableFile, readFileByDigest } from './store.ts'

/** Half a year: a file never changes under its digest. */
const CACHE_CONTROL = 'max-age=15778463'
/** Of an image that could not be scaled now: it may be in a minute. */
const BRIEF_CACHE_CONTROL = 'max-age=60'

/** Images by the digest of their bytes, as they are stored or narrower. */
export function fileRoutes({ db }: Pick<Services, 'db'>): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getFile.path, { schema: routeSchema(getFile) }, async (request, reply) => {
      const { digest } = request.params
      const { width } = request.query
      const tag = width === undefined ? digest : `${digest}-${width}`
      if (isCachedBy(request.headers['if-none-match'], tag))
        return reply.status(304).headers(cacheOf(tag)).send(undefined)
      const file = await read(db, digest, width)
      if (file === undefined) return reply.status(404).send(undefined)
      return reply
        .headers(file.isFinal ? cacheOf(tag) : { 'cache-control': BRIEF_CACHE_CONTROL })
        .header('x-content-type-options', 'nosniff')
        .type(file.contentType)
        .send(file.content)
    })
  }
}

async function read(db: Services['db'], digest: string, width: string | undefined): Promise<ScalableFile | undefined> {
  if (width !== undefined) return readImageInWidth(db, digest, Number(width))
  const stored = await readFileByDigest(db, digest)
  return stored && { ...stored, isFinal: true }
}

/** The ETag is the bare digest, without quotes (shop contract, files); of a narrower image its width follows. */
const cacheOf = (tag: string) => ({ etag: tag, 'cache-control': CACHE_CONTROL })

/** Clients send the ETag back as it was, in quotes, or marked as weak. */
function isCachedBy(ifNoneMatch: string | undefined, own: string): boolean {
  return (ifNoneMatch ?? '').split(',').some(tag => tag.trim().replace(/^W\//, '').replaceAll('"', '') === own)
}
