import { type DBSchema, openDB } from 'idb'

/** A code that has not arrived, and when it was scanned, by the clock of the device. */
export type WaitingScan = { readonly code: string; readonly at: number }

/** What a device keeps of its sponsor, so that it survives a closed browser: the key of its link, and scans that have not arrived. */
type Kept = { key: string; waiting: readonly WaitingScan[] }
type Schema = DBSchema & { kept: { key: string; value: unknown } }

export type SponsorStore = Awaited<ReturnType<typeof openSponsorStore>>

export async function openSponsorStore() {
  // A browser that keeps nothing works as long as the page is open.
  const db = await Promise.resolve()
    .then(() => openDB<Schema>('foyer-sponsor', 1, { upgrade: fresh => void fresh.createObjectStore('kept') }))
    .catch(() => undefined)
  return {
    /** The decoding edge: what is read was written under the same name by the same build. */
    kept: async <Name extends keyof Kept>(name: Name): Promise<Kept[Name] | undefined> =>
      (await db?.get('kept', name)) as Kept[Name] | undefined,
    keep: async <Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> => {
      await db?.put('kept', value, name)
    },
  }
}
