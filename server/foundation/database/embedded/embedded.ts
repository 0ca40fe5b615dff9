import { closeSync, existsSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { DatabaseUnavailable } from '../try-again.ts'
import { askServer, createDatabase, endHanging } from './process.ts'
import { connectionTo } from './cluster.ts'
import { type Folder, describeFolder, prepareFolder, rootOf } from './folder.ts'
import { type Start, hasFailed, isKeeperLeaving, isKeeperThere, joinKeeper, startKeeper } from './keeper.ts'
import { type Account, accountFor, giveAll } from './account.ts'

/** A hold on the embedded PostgreSQL: it runs at least until `close`, or until this process ends in whatever way. */
type Embedded = {
  readonly connection: ClientConfig
  /** Lets go. When no other process holds it, waits until PostgreSQL has stopped cleanly. */
  close(): Promise<void>
}

/** Longer than the keeper before takes to end a PostgreSQL that hangs, and a new one to start. */
const PATIENCE_MS = 60_000
/** A PostgreSQL that says that it recovers is waited for: it reads what it wrote since its last checkpoint. */
const RECOVERY_PATIENCE_MS = 600_000
/** As long as the keeper asks kindly. */
const STOPPING_MS = 8_000
/** How soon a keeper that was killed is missed. */
const KEEPER_CHECK_MS = 1_000

/** Starts the PostgreSQL of this data folder, or joins the one that another process started. */
export async function openEmbedded(
  dataFolder: string,
  options: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  const folder = await openFolder(dataFolder)
  const start = { options, connection: connectionTo(folder) }
  const hold = await holdServer(folder, start)
  const watch = replaceKeeper(folder, start)
  return {
    connection: start.connection,
    close: async () => {
      await watch.end()
      await letGo(folder, hold)
    },
  }
}

/** Answers with our end of the keeper's pipe as soon as PostgreSQL answers. */
async function holdServer(folder: Folder, start: Start): Promise<number> {
  const wait = patience()
  for (;;) {
    const hold = joinKeeper(folder) ?? (await startKeeper(folder, start))
    if (hold !== undefined) {
      const answers = await answersWhileKept(folder, start.connection, wait).catch((error: unknown) => {
        closeSync(hold)
        throw error
      })
      if (answers) return hold
      closeSync(hold)
    }
    if ((hold !== undefined && hasFailed(folder)) || wait.isOver()) {
      throw new DatabaseUnavailable(`PostgreSQL did not start: ${lastWords(folder)} (the whole story: ${folder.log})`)
    }
    await pause(50)
  }
}

/** False when the keeper has gone: it was just leaving as we came, was killed, or its PostgreSQL can't start. */
async function answersWhileKept(folder: Folder, connection: ClientConfig, wait: Patience): Promise<boolean> {
  let stopsSince = Number.POSITIVE_INFINITY
  while (!wait.isOver()) {
    const state = await askServer(connection)
    if (!isKeeperThere(folder)) return false
    if (state === 'answers') return true
    if (state === 'no database') await createDatabase(connection)
    if (state === 'starts') wait.forRecovery()
    stopsSince = state === 'stops' ? Math.min(stopsSince, Date.now()) : Number.POSITIVE_INFINITY
    if (Date.now() - stopsSince > STOPPING_MS) {
      endHanging(folder)
      stopsSince = Number.POSITIVE_INFINITY
    }
    await pause(15)
  }
  return false
}

type Patience = { isOver(): boolean; forRecovery(): void }

/** A deadline that is put off while PostgreSQL recovers, and a line for the person who waits. */
function patience(): Patience {
  const began = Date.now()
  let until = began + PATIENCE_MS
  let hasPrinted = false
  return {
    isOver: () => Date.now() > until,
    forRecovery: () => {
      until = began + RECOVERY_PATIENCE_MS
      if (hasPrinted || Date.now() - began < 5000) return
      hasPrinted = true
      console.error('PostgreSQL is starting; after an end that was not clean it recovers first. Waiting for it ...')
    },
  }
}

/** While this process holds PostgreSQL, a keeper that was killed is replaced by one that takes the server over. */
function replaceKeeper(folder: Folder, start: Start): { end(): Promise<void> } {
  let looking: Promise<void> | undefined
  let isOver = false
  const check = async (): Promise<void> => {
    if (isOver || isKeeperThere(folder)) return
    const another = await startKeeper(folder, start)
    // Our own end of the pipe has been open all the time.
    if (another !== undefined) closeSync(another)
  }
  const timer = setInterval(() => {
    looking ??= check()
      .catch((error: unknown) => console.error(`The keeper of PostgreSQL could not be replaced: ${String(error)}`))
      .finally(() => (looking = undefined))
  }, KEEPER_CHECK_MS).unref()
  return {
    end: async () => {
      isOver = true
      clearInterval(timer)
      await looking
    },
  }
}

/** What PostgreSQL says last, apart from what it answered to our own knocking. */
function lastWords({ log }: Folder): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  const complaint = lines.findLast(
    text => text.includes('FATAL') && !/the database system is|does not exist/.test(text),
  )
  return (complaint ?? lines.at(-1) ?? 'it said nothing').replace(/^.*?(FATAL|LOG):\s*/, '')
}

/** A process that ends right after this takes its container with it, so a clean stop is waited for. */
async function letGo(folder: Folder, hold: number): Promise<void> {
  closeSync(hold)
  for (let round = 0; round < 10; round += 1) {
    // Gives the keeper a moment without any holder: looking is holding.
    await pause(20)
    if (!isKeeperThere(folder)) break
  }
  const deadline = Date.now() + PATIENCE_MS
  while (!isKeeperThere(folder) && isKeeperLeaving(folder)) {
    if (Date.now() > deadline) return
    await pause(20)
  }
}

/**
 * The folder of the database, ready for its user. One that belongs to root or the shared "nobody" is given to
 * PostgreSQL's own user as soon as no PostgreSQL runs in it; until then its owner's PostgreSQL is used.
 */
async function openFolder(dataFolder: string): Promise<Folder> {
  const root = rootOf(dataFolder)
  const account = accountFor(root)
  const owner = statSync(root, { throwIfNoEntry: false })
  if (account.kind !== 'other' || owner === undefined || owner.uid === account.user.uid) {
    return prepareFolder(dataFolder, account)
  }
  const former: Account = owner.uid === 0 ? { kind: 'namespace' } : { kind: 'other', user: owner }
  const folder = describeFolder(dataFolder, former)
  if (await isInUse(folder)) return folder
  giveAll(root, account.user)
  return prepareFolder(dataFolder, account)
}

async function isInUse(folder: Folder): Promise<boolean> {
  if (isKeeperThere(folder) || isKeeperLeaving(folder)) return true
  return (await askServer(connectionTo(folder))) !== 'silent'
}
