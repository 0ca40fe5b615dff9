import { type DBSchema, openDB } from 'idb'

/** What a device keeps of its sponsor, so that it survives a closed browser: the key of its link, and codes that have not arrived. */
type Kept = { key: string; unsent: readonly string[] }
type Schema = DBSchema & { kept: { key: string; value: unknown } }

export type SponsorStore = Awaited<ReturnType<typeof openSponsorStore>>

export async function openSponsorStore() {
  // A browser that keeps nothing works as long as the page is open.
  const db = await openDB<Schema>('foyer-sponsor', 1, {
    upgrade: fresh => void fresh.createObjectStore('kept'),
  }).catch(() => undefined)
  return {
    /** The decoding edge: what is read was written under the same name by the same build. */
    kept: async <Name extends keyof Kept>(name: Name): Promise<Kept[Name] | undefined> =>
      (await db?.get('kept', name)) as Kept[Name] | undefined,
    keep: async <Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> => {
      await db?.put('kept', value, name)
    },
  }
}
