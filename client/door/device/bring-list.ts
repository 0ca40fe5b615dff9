import { doorListPath, doorTicketsPath } from '#contract/paths.ts'
import { MAX_LISTED_TICKETS } from '#contract/limits.ts'
import type { DoorCalls } from './door-calls.ts'
import type { DoorStore } from './door-store.ts'

/** Brings the list of the event to the device, or what has changed of it; what ends in the middle goes on the next time. */
export async function bringList(calls: DoorCalls, store: DoorStore): Promise<void> {
  const since = await store.kept('listedAt')
  const list = await calls.call('GET', doorListPath, { query: { since } })
  if (list.kind !== 'done') return
  const { now, all, changed } = list.value
  const listed = new Set(await store.listedIds())
  const present = new Set(all)
  await store.removeTickets([...listed].filter(id => !present.has(id)))
  const again = new Set(changed)
  // Of those that are here already, a list without a moment repeats all: they may have been brought a minute ago.
  const wanted = all.filter(id => !listed.has(id) || (since !== undefined && again.has(id)))
  for (let place = 0; place < wanted.length; place += MAX_LISTED_TICKETS) {
    const ids = wanted.slice(place, place + MAX_LISTED_TICKETS)
    const brought = await calls.call('POST', doorTicketsPath, { body: { ids } })
    if (brought.kind !== 'done') return
    await store.putTickets(brought.value.tickets)
    const found = new Set(brought.value.tickets.map(({ id }) => id))
    await store.removeTickets(ids.filter(id => !found.has(id)))
  }
  await store.keep('listedAt', now)
}
