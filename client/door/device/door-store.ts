import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DoorInfo, ListedTicket, SentScan } from '#contract/door.ts'
import type { RecentScan } from './recent-scan.ts'
import { type Sealed, type Vault, newVaultKey, vaultWith } from './vault.ts'

/** What a device keeps of its door, so that it survives a closed browser. */

/** A scan that waits to be sent, with the key of the door at which it was made. */
export type WaitingScan = { readonly key: string; readonly scan: SentScan }
/** `place` is its key in the queue. */
export type QueuedScan = WaitingScan & { readonly place: number }

type Schema = DBSchema & {
  kept: { key: string; value: unknown }
  tickets: { key: number; value: ListedTicket; indexes: { signature: string; uuid: string } }
  /** By their order: an undo comes after its scan. */
  queue: { key: number; value: { readonly id: string; readonly sealed: Sealed } }
  /** When this device let a person in with a listed ticket. */
  inside: { key: number; value: { readonly id: number; readonly at: number; readonly scanId: string } }
  recent: { key: string; value: { readonly id: string; readonly at: number; readonly sealed: Sealed } }
}

export type DoorStore = Awaited<ReturnType<typeof openDoorStore>>

const NAME = 'foyer-door'
const SHOWN_SCANS = 20

export async function openDoorStore() {
  const db = await openDB<Schema>(NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('kept')
      const tickets = fresh.createObjectStore('tickets', { keyPath: 'id' })
      tickets.createIndex('signature', 'signature')
      tickets.createIndex('uuid', 'uuid')
      fresh.createObjectStore('queue', { autoIncrement: true })
      fresh.createObjectStore('inside', { keyPath: 'id' })
      fresh.createObjectStore('recent', { keyPath: 'id' })
    },
  })
  const vault = vaultWith(await vaultKey(db))
  return { ...keptParts(db), ...ticketParts(db), ...queueParts(db, vault), ...recentParts(db, vault) }
}

/** Made once on each device; the browser gives it to no script as bytes. */
async function vaultKey(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const kept = await db.get('kept', 'vault')
  if (kept instanceof CryptoKey) return kept
  const made = await newVaultKey()
  await db.put('kept', made, 'vault')
  return made
}

/** The decoding edge: what is read was written under the same name by the same build. */
type Kept = {
  key: string
  device: string
  info: DoorInfo
  /** How much the clock of the shop is ahead of that of the device. */
  offset: number
  /** Until when the list has what has changed. */
  listedAt: number
}

function keptParts(db: IDBPDatabase<Schema>) {
  return {
    async kept<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | undefined> {
      return (await db.get('kept', name)) as Kept[Name] | undefined
    },
    async keep<Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> {
      await db.put('kept', value, name)
    },
    /** Another door: nothing of the last one stays but what waits to be sent. */
    async clear(): Promise<void> {
      for (const store of ['tickets', 'inside', 'recent'] as const) await db.clear(store)
      for (const name of ['key', 'info', 'listedAt']) await db.delete('kept', name)
    },
  }
}

function ticketParts(db: IDBPDatabase<Schema>) {
  return {
    findTicket: (by: 'signature' | 'uuid', digest: string) => db.getFromIndex('tickets', by, digest),
    listedIds: () => db.getAllKeys('tickets'),
    countTickets: () => db.count('tickets'),
    async putTickets(tickets: readonly ListedTicket[]): Promise<void> {
      const tx = db.transaction('tickets', 'readwrite')
      await Promise.all([...tickets.map(ticket => tx.store.put(ticket)), tx.done])
    },
    async removeTickets(ids: readonly number[]): Promise<void> {
      const tx = db.transaction('tickets', 'readwrite')
      await Promise.all([...ids.map(id => tx.store.delete(id)), tx.done])
    },
    insideSince: async (id: number): Promise<number | null> => (await db.get('inside', id))?.at ?? null,
    async removeInside(scanId: string): Promise<void> {
      for (const one of await db.getAll('inside')) if (one.scanId === scanId) await db.delete('inside', one.id)
    },
  }
}

function queueParts(db: IDBPDatabase<Schema>, vault: Vault) {
  return {
    /** Answers its place in the queue. */
    async enqueue(waiting: WaitingScan): Promise<number> {
      return db.add('queue', { id: waiting.scan.id, sealed: await vault.seal(waiting) })
    },
    countWaiting: () => db.count('queue'),
    /** The first scans that wait, of one door, in their order. */
    async firstWaiting(limit: number): Promise<QueuedScan[]> {
      const tx = db.transaction('queue')
      const [places, rows] = await Promise.all([tx.store.getAllKeys(null, limit), tx.store.getAll(null, limit)])
      const scans = await Promise.all(
        rows.map(async ({ sealed }, index) => ({
          ...(await vault.open<WaitingScan>(sealed)),
          place: places[index] ?? -1,
        })),
      )
      return scans.filter(({ key }) => key === scans[0]?.key)
    },
    /** They have arrived. */
    async dequeue(places: readonly number[]): Promise<void> {
      const tx = db.transaction('queue', 'readwrite')
      await Promise.all([...places.map(place => tx.store.delete(place)), tx.done])
    },
    /**
     * The device has answered a scan by itself, and has let a person in with it or not: what it showed is sent along. A scan
     * that has arrived meanwhile stays out of the queue.
     */
    async answeredAlone({ place, ...waiting }: QueuedScan, letIn?: { readonly ticketId: number }): Promise<void> {
      const { id, at } = waiting.scan
      const sealed = await vault.seal(waiting)
      const tx = db.transaction(['queue', 'inside'], 'readwrite')
      const queue = tx.objectStore('queue')
      const isThere = (await queue.getKey(place)) !== undefined
      await Promise.all([
        ...(isThere ? [queue.put({ id, sealed }, place)] : []),
        ...(letIn ? [tx.objectStore('inside').put({ id: letIn.ticketId, at, scanId: id })] : []),
        tx.done,
      ])
    },
  }
}

function recentParts(db: IDBPDatabase<Schema>, vault: Vault) {
  return {
    async putRecent(scan: RecentScan): Promise<void> {
      await db.put('recent', { id: scan.id, at: scan.at, sealed: await vault.seal(scan) })
      const all = latestFirst(await db.getAll('recent'))
      for (const { id } of all.slice(SHOWN_SCANS)) await db.delete('recent', id)
    },
    /** The last scans, the latest first. */
    async recentScans(): Promise<RecentScan[]> {
      const all = latestFirst(await db.getAll('recent'))
      return Promise.all(all.map(({ sealed }) => vault.open<RecentScan>(sealed)))
    },
  }
}

const latestFirst = <Row extends { readonly at: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, two) => two.at - one.at)
