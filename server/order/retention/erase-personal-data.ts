import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { deleteOldFailures } from '#server/foundation/jobs/failures.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { deleteStale } from './store.ts'
import { type Erasable, type Step, type Work, dueWork } from './work.ts'

/** How many of each kind; kinds without any are left out. */
export type Erased = ReadonlyMap<Erasable, number>

/** What was erased, or would be, at one event; null: of no event in particular. */
export type Report = { readonly event: string | null; readonly erased: Erased; readonly underWay: number }

/** At most so many rows in one transaction. */
const BATCH = 500

type Eraser = Pick<Shop, 'db' | 'clock' | 'log' | 'providers'>

/** Erases everything whose time has come and answers how much that was. What is left when it breaks off, the next run erases. */
export async function erasePersonalData(shop: Eraser): Promise<number> {
  await deleteStale(shop.db, shop.clock.now())
  await deleteOldFailures(shop.db, shop.clock.now())
  const reports = await eraseDue(shop)
  return reports.flatMap(({ erased }) => [...erased.values()]).reduce((sum, count) => sum + count, 0)
}

/** The same, by event. Events without data are left out. */
export async function eraseDue(shop: Eraser): Promise<readonly Report[]> {
  const reports: Report[] = []
  await eachRow(shop, await dueWork(shop), {
    job: 'erase-personal-data',
    nameOf: ({ event }) => (event ? { kind: 'event', id: String(event.id) } : { kind: 'shop', id: '' }),
    work: async ([work]) => {
      if (!work) return 0
      const report = await reportOf(work, step => inBatches(shop, work, step))
      if (report.erased.size > 0) shop.log.personalDataErased(report.event, Object.fromEntries(report.erased))
      reports.push(report)
      return 1
    },
  })
  return reports.filter(isWorthReporting)
}

/** What `eraseDue` would do now: it is done, counted, and rolled back. */
export async function previewDue(shop: Eraser): Promise<readonly Report[]> {
  const reports: Report[] = []
  for (const work of await dueWork(shop)) {
    reports.push(await undone(shop, tx => reportOf(work, step => step.erase(tx, null))))
  }
  return reports.filter(isWorthReporting)
}

const isWorthReporting = ({ erased, underWay }: Report): boolean => erased.size > 0 || underWay > 0

async function reportOf({ event, steps, underWay }: Work, run: (step: Step) => Promise<number>): Promise<Report> {
  const erased = new Map<Erasable, number>()
  for (const step of steps) {
    const count = await run(step)
    if (count > 0) erased.set(step.what, count + (erased.get(step.what) ?? 0))
  }
  return { event: event && event.shortName, erased, underWay }
}

/** Each batch is erased and noted, or neither. */
async function inBatches({ db, clock }: Eraser, { event }: Work, { what, erase }: Step): Promise<number> {
  let erased = 0
  for (;;) {
    const batch = async (tx: Tx): Promise<number> => {
      const found = await erase(tx, BATCH)
      if (found > 0) await note(tx, found)
      return found
    }
    const count = await transaction(db, batch, { length: 'long' })
    erased += count
    if (count < BATCH) return erased
  }

  function note(tx: Tx, count: number): Promise<void> {
    const eventId = event && event.id
    return noteAudit(tx, { at: clock.now(), type: 'PERSONAL_DATA_ERASED', eventId, modifications: { [what]: count } })
  }
}

async function undone<Result>({ db }: Eraser, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let done: { readonly result: Result } | undefined
  try {
    const doAndUndo = async (tx: Tx): Promise<never> => {
      done = { result: await work(tx) }
      throw new Undo()
    }
    await transaction(db, doAndUndo, { length: 'long' })
  } catch (error) {
    if (!(error instanceof Undo && done)) throw error
    return done.result
  }
  throw new Error('what was to be undone has been kept')
}

class Undo extends Error {}
