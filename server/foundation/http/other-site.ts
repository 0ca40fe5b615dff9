import type { FastifyRequest } from 'fastify'

/** Has a page of another site made this request? By what browsers say; other programs say neither. */
export function isOfAnotherSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
