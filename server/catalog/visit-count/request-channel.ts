import type { FastifyRequest } from 'fastify'
import { CHANNEL_PARAMETER, channelIn } from '#domain/catalog/channel/channel.ts'

/** The channel that the address of a page states, or of the page that has sent a call; null for none. */
export function channelOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): string | null {
  const { referer } = headers
  return stated(url) ?? (referer === undefined ? null : stated(referer))
}

function stated(address: string): string | null {
  const [, query = ''] = address.split('?', 2)
  return query.includes(CHANNEL_PARAMETER) ? channelIn(new URLSearchParams(query).get(CHANNEL_PARAMETER)) : null
}
