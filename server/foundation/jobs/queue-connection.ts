import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { setSession } from '#server/foundation/database/connect.ts'
import { CONNECTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, TIMEOUTS } from '#server/foundation/database/run.ts'
import { asTryAgain, isAway } from '#server/foundation/database/try-again.ts'
import type { Outage } from './health.ts'

/**
 * One connection of the queue's own, so that buyers never wait for it, nor it for theirs. When it is lost it opens itself
 * again, for as long as it takes.
 */
export type QueueConnection = {
  readonly isOpen: boolean
  /**
   * One statement after the other, when the connection that is being opened is there. One that turns out to be lost is asked
   * for again on the next, once: statements of the queue may be repeated. Rejects with TryAgain while there is none.
   */
  ask<Row extends object>(statement: QueryConfig): Promise<Row[]>
  /** Ends it for good. */
  end(): Promise<void>
}

type Options = {
  readonly connection: ClientConfig
  readonly outage: Outage
  /** Called each time it has been opened: what was set for the connection before is gone. */
  onOpen(): void
  /** Receives the payload of each notification. */
  onNotification(payload: string): void
}

/** A connection that can't be opened, or is lost as soon as it was, is tried again after so long. */
const PAUSE_MS = 1000

export function openQueueConnection({ connection, outage, onOpen, onNotification }: Options): QueueConnection {
  const ending = new AbortController()
  let isOpen = false
  let current = open(0)
  let line: Promise<unknown> = Promise.resolve()
  const ends = new WeakMap<Client, Promise<void>>()

  function open(pauseMs: number): Promise<Client> {
    const opening = openAfter(pauseMs)
    opening.then(opened, failed)
    return opening
  }

  async function openAfter(pauseMs: number): Promise<Client> {
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal: ending.signal })
    const client = newClient(connection)
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    return connected(client)
  }

  function opened(client: Client): void {
    const since = performance.now()
    const { promise: end, resolve: hasEnded } = Promise.withResolvers<void>()
    ends.set(client, end)
    client.once('end', () => {
      isOpen = false
      if (!ending.signal.aborted) current = open(performance.now() - since < PAUSE_MS ? PAUSE_MS : 0)
      hasEnded()
    })
    isOpen = true
    outage.isOver()
    onOpen()
  }

  function failed(error: unknown): void {
    if (ending.signal.aborted) return
    outage.failed('queue', error)
    current = open(PAUSE_MS)
  }

  return {
    get isOpen() {
      return isOpen
    },
    ask: <Row extends object>(statement: QueryConfig) => {
      const turn = line.then(async () => {
        const client = await current
        try {
          return await rowsOf<Row>(client, statement)
        } catch (error) {
          if (ending.signal.aborted || !isAway(error)) throw error
          await ends.get(client)
          return rowsOf<Row>(await current, statement)
        }
      })
      line = turn.then(() => outage.isOver(), ignored)
      return turn
    },
    end: async () => {
      ending.abort()
      await current.then(client => client.end()).catch(ignored)
    },
  }
}

function newClient(connection: ClientConfig): Client {
  const client = new Client({
    ...TIMEOUTS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...connection,
    application_name: 'foyer-queue',
    query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
  })
  // The end of the connection reports what breaks while no query runs.
  client.on('error', ignored)
  return client
}

async function rowsOf<Row extends object>(client: Client, statement: QueryConfig): Promise<Row[]> {
  try {
    const { rows } = await client.query<Row>(statement)
    return rows
  } catch (cause) {
    const error = asTryAgain(cause, 'committing')
    // A connection that is silent for too long is given up, so that its end is noticed.
    if (isAway(error)) client.end().catch(ignored)
    throw error
  }
}

async function connected(client: Client): Promise<Client> {
  try {
    await client.connect()
    await setSession(client)
    return client
  } catch (error) {
    client.end().catch(ignored)
    throw asTryAgain(error, 'connecting')
  }
}

const ignored = (): void => {}
