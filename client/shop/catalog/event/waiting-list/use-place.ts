import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { waitingPlacePath } from '#contract/waiting-list-paths.ts'
import type { WaitingPlace } from '#contract/waiting-list.ts'
import { placeKey } from './place-key.ts'

const storageKey = (shortName: string): string => `foyer.waiting-place.${shortName}`

/** The place that was got on this device; null: none. One that is gone is removed from the device. */
const placeQuery = (shortName: string) =>
  queryOptions({
    queryKey: placeKey(shortName),
    queryFn: async ({ signal }): Promise<WaitingPlace | null> => {
      const key = deviceStorage.readText(storageKey(shortName))
      if (key === null) return null
      const answer = await server().call('GET', waitingPlacePath, { params: { key }, signal })
      if (answer.kind === 'missing') deviceStorage.remove(storageKey(shortName))
      return answer.kind === 'done' ? answer.value : null
    },
    retry: false,
  })

/** Where the visitor is on the list of the event; undefined while it is not read, null without a place. */
export function useWaitingPlace(shortName: string): WaitingPlace | null | undefined {
  return useQuery(placeQuery(shortName)).data
}

/** Keeps a new place on this device, and shows it on the whole page. */
export function useKeepPlace(shortName: string): (key: string) => void {
  const cache = useQueryCache()
  return key => {
    deviceStorage.writeText(storageKey(shortName), key)
    void cache.invalidateQueries(placeKey(shortName))
  }
}

/** Gives the place up; false where that did not work. */
export function useLeaveList(shortName: string): () => Promise<boolean> {
  const cache = useQueryCache()
  return async () => {
    const key = deviceStorage.readText(storageKey(shortName))
    const answer: CallResult<boolean> | undefined =
      key === null ? undefined : await server().call('DELETE', waitingPlacePath, { params: { key } })
    if (answer?.kind !== 'done') return answer === undefined
    deviceStorage.remove(storageKey(shortName))
    cache.setQueryData(placeKey(shortName), () => null)
    return true
  }
}
