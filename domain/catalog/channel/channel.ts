/** A channel is the way by which a buyer came to an event: the name of a link, or the page that embeds the shop. */

/** The parameter of an address that states it. */
export const CHANNEL_PARAMETER = 'via'

/** Before the host of a page that embeds the shop; no link has a name with a dot. */
export const EMBED_PREFIX = 'embed.'

/** Means every other way in filters; no channel is called so. */
export const OTHER_WAYS = '-'

export const MAX_LINK_NAME_LENGTH = 40
const LINK_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const EMBEDDING_HOST = /^embed\.[a-z0-9](?:[a-z0-9.:-]{0,98})$/

/** Can a link be called so? It is a part of its address. */
export const isLinkName = (text: string): boolean => text.length <= MAX_LINK_NAME_LENGTH && LINK_NAME.test(text)

/** The channel that an address states; null where it states none. */
export function channelIn(text: string | null): string | null {
  const stated = text?.trim().toLowerCase() ?? ''
  return isLinkName(stated) || EMBEDDING_HOST.test(stated) ? stated : null
}
