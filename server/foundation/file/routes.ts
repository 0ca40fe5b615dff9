import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getFile } from '#contract/pages.ts'
import type { Services } from '#server/foundation/services.ts'
import { readFileByDigest } from './store.ts'

/** Half a year: a file never changes under its digest. */
const CACHE_CONTROL = 'max-age=15778463'

/** Images by the digest of their bytes. */
export function fileRoutes({ db }: Pick<Services, 'db'>): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getFile.path, { schema: routeSchema(getFile) }, async (request, reply) => {
      const { digest } = request.params
      if (isCachedBy(request.headers['if-none-match'], digest))
        return reply.status(304).headers(cacheOf(digest)).send(undefined)
      const file = await readFileByDigest(db, digest)
      if (file === undefined) return reply.status(404).send(undefined)
      return reply
        .headers({ ...cacheOf(digest), 'x-content-type-options': 'nosniff' })
        .type(file.contentType)
        .send(file.content)
    })
  }
}

/** The ETag is the bare digest, without quotes (shop contract, files). */
const cacheOf = (digest: string) => ({ etag: digest, 'cache-control': CACHE_CONTROL })

/** Clients send the ETag back as it was, in quotes, or marked as weak. */
function isCachedBy(ifNoneMatch: string | undefined, digest: string): boolean {
  return (ifNoneMatch ?? '').split(',').some(tag => tag.trim().replace(/^W\//, '').replaceAll('"', '') === digest)
}
