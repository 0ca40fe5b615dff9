import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { instant } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy, readyToPay, pay } from '../support/buyer/purchase.ts'
import { traceCollector } from '../fakes/trace-collector.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { testDatabase } from '../support/database/test-database.ts'

const { db, url } = await testDatabase()
const collector = await traceCollector()
const folder = await mkdtemp(join(tmpdir(), 'foyer-stop-'))
const API_KEY = 'the-system-key-of-a-shop-that-stops'

/** A mail server that takes whole mails and never says that it has. */
const silent = await silentMailServer()
afterAll(async () => {
  silent.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (stopSeconds = '2') =>
  startShopProcess({
    DATABASE_URL: url,
    FOYER_DATA: folder,
    FOYER_API_KEY: API_KEY,
    FOYER_MODE: 'development',
    FOYER_STOP_SECONDS: stopSeconds,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
    MAIL_FROM: 'desk@example.org',
  })

type MailServer = { readonly port: number; readonly hasMail: Promise<void>; close(): void }

async function silentMailServer(): Promise<MailServer> {
  const { promise: hasMail, resolve } = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 silent\r\n')
    let isMail = false
    let received = ''
    socket.on('data', data => {
      // A mail comes in pieces, which may end anywhere.
      received = (isMail ? received.slice(-8) : '') + data.toString('latin1')
      if (isMail) {
        if (received.endsWith('\r\n.\r\n')) resolve()
        return
      }
      isMail = /^DATA/i.test(received)
      socket.write(isMail ? '354 go on\r\n' : '250 fine\r\n')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server listens nowhere')
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: address.port, hasMail, close }
}

/** A call whose body never comes to its end. */
async function halfRequest(shopUrl: string): Promise<Socket> {
  const socket = connect(Number(new URL(shopUrl).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'POST /api/v2/public/event/any/reserve-tickets HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  return socket
}

async function mailStatuses(): Promise<string[]> {
  const rows = await db.kysely.selectFrom('mail').select('status').distinct().execute()
  return rows.map(({ status }) => status)
}

test('a stop answers waiting requests, releases unsent mail, sends traces, and skips silent peers', async () => {
  const shop = await start()
  const organiser = await anOrganiser(shop.url, API_KEY)
  const shortName = await organiser.open(anEventFile(instant(Date.now()), { slug: 'stop', seats: 5 }))
  const buyer = aBuyer(shop.url)
  await buy(buyer, shortName, { Conference: 1 })
  await silent.hasMail
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  const half = await halfRequest(shop.url)

  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from reservation where id = $1 for update', [id])
  const paying = pay(buyer, id)
  await untilWaiting(db.pool, paying)
  const gone = once(shop.process, 'exit')
  shop.process.kill('SIGTERM')
  // New connections are refused, and the open one is still served.
  await expect
    .poll(() =>
      aBuyer(shop.url)
        .arrive()
        .then(
          () => 'in',
          () => 'out',
        ),
    )
    .toBe('out')
  await holder.query('commit')
  holder.release()
  expect((await paying).status).toBe(200)

  expect(await gone).toEqual([0, null])
  half.destroy()
  const { rows } = await sql<{ status: string }>`select status from reservation where id = ${id}`.execute(db.kysely)
  expect(rows).toEqual([{ status: 'COMPLETE' }])
  expect(await mailStatuses()).not.toContain('IN_PROCESS')
  const traced = collector.spans().map(({ name }) => name)
  // The one that was answered while stopping is among them.
  expect(traced.filter(name => name === `POST ${confirmReservation.path}`)).toHaveLength(2)
  expect(traced).toContain('distribute-seats')
})

test('a second signal ends the process at once', async () => {
  const shop = await start('60')
  const gone = once(shop.process, 'exit')
  shop.process.kill('SIGTERM')
  // Another one than the first: two of a kind may arrive as one.
  shop.process.kill('SIGINT')
  expect(await gone).toEqual([1, null])
})
