import { EMBED_PREFIX, OTHER_WAYS } from '#domain/catalog/channel/channel.ts'
import { useT } from '#client/language/language-context.ts'

/** A channel in words. */
export function useChannelName(): (channel: string) => string {
  const t = useT()
  return channel => {
    if (channel === '' || channel === OTHER_WAYS) return t('foyer.desk.channels.any')
    if (!channel.startsWith(EMBED_PREFIX)) return channel
    return t('foyer.desk.channels.embed', channel.slice(EMBED_PREFIX.length))
  }
}
