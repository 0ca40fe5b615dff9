import { beforeEach, describe, expect, test } from 'vitest'
import { Webhook as Verifier } from 'standardwebhooks'
import * as calls from '#contract/desk-webhooks.ts'
import { days, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type ReceivedWebhook, webhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aWebhookOwner } from '#tests/support/organiser/webhooks.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { claimDeliveries } from './delivery-store.ts'
import { deleteOldMessages, deliverWebhooks } from './deliver-webhooks.ts'

const served = await testShop()
const { shop, url, apiKey, clock } = served
const buyer = aBuyer(url)

/** Each test begins at this moment, with endpoints of its own alone. */
beforeEach(async () => {
  clock.set(instant(Date.now()))
  await shop.db.kysely.deleteFrom('webhook_endpoint').execute()
})

let count = 0
/** A club of its own for each test, with a free event, an owner and a receiver. */
async function aClub() {
  count += 1
  const club = await anOrganiser(url, apiKey, `Club ${count}`)
  const event = await club.open(aFreeEventFile(clock.now(), { slug: `party-${count}`, seats: 50 }))
  const owner = await aWebhookOwner(served, club.organizationId)
  const receiver = await webhookReceiver()
  const { webhook, secret } = await owner.make(receiver.url, ['order.completed'])
  const order = () => buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })
  return { ...club, owner, receiver, webhook, secret, order, only: async () => (await owner.deliveries(webhook.id))[0] }
}

const deliver = (): Promise<number> => deliverWebhooks(shop)
/** Throws unless the secret has signed it. */
const verified = ({ headers, body }: ReceivedWebhook, secret: string): unknown =>
  new Verifier(secret).verify(body, headers as Record<string, string>)
const idsOf = (received: readonly ReceivedWebhook[]) => received.map(({ headers }) => headers['webhook-id'])
const waits = async (club: Awaited<ReturnType<typeof aClub>>) => {
  const { nextAttemptAt } = (await club.only()) ?? {}
  return nextAttemptAt == null ? null : nextAttemptAt - clock.now()
}

describe('a message', () => {
  test('is verified by an independent program, and by no other secret', async () => {
    const { receiver, secret, order, owner } = await aClub()
    const orderId = await order()
    expect(await deliver()).toBe(1)
    const [message] = receiver.received
    if (!message) throw new Error('nothing arrived')
    expect(verified(message, secret)).toMatchObject({ type: 'order.completed', data: { orderId } })
    expect(message.headers['content-type']).toBe('application/json')
    expect(() => verified({ ...message, body: `${message.body} ` }, secret)).toThrow('No matching signature found')
    expect(() => verified({ ...message, headers: { ...message.headers, 'webhook-id': 'msg_other' } }, secret)).toThrow(
      'No matching signature found',
    )
    const { secret: other } = await owner.make(`${receiver.url}/2`)
    expect(() => verified(message, other)).toThrow('No matching signature found')
    expect(await deliver()).toBe(0)
  })

  test('is signed by both secrets while one is replaced, then by the new one alone', async () => {
    const { receiver, webhook, secret, owner, order } = await aClub()
    const next = await owner.rotate(webhook.id, 24)
    await order()
    await deliver()
    const [both] = receiver.received.splice(0)
    if (!both) throw new Error('nothing arrived')
    verified(both, secret)
    verified(both, next)
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)
    await shop.db.kysely
      .updateTable('webhook_endpoint')
      .set({ previous_until: new Date(clock.now()) })
      .where('id', '=', webhook.id)
      .execute()
    await order()
    await deliver()
    const [one] = receiver.received.splice(0)
    if (!one) throw new Error('nothing arrived')
    verified(one, next)
    expect(() => verified(one, secret)).toThrow('No matching signature found')
    const last = await owner.rotate(webhook.id, 0)
    await order()
    await deliver()
    expect(() => verified(receiver.received[0] ?? one, next)).toThrow('No matching signature found')
    verified(receiver.received[0] ?? one, last)
  })

  test('keeps its secret from the database, the log and every later answer', async () => {
    const { webhook, secret, owner, organizationId } = await aClub()
    const { secret: stored } = await shop.db.kysely
      .selectFrom('webhook_endpoint')
      .select('secret')
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatch(/^sealed-1:/)
    const listed = await owner.ask(calls.listWebhooks, { query: { organizationId: String(organizationId) } })
    const log = await shop.db.kysely.selectFrom('change_log').selectAll().where('kind', '=', 'WEBHOOK').execute()
    expect(log.map(({ action }) => action)).toContain('WEBHOOK_CREATED')
    const said = JSON.stringify([listed, log], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(said).not.toContain(secret)
    expect(said).not.toContain('sealed-1')
  })
})

describe('a receiver that fails', () => {
  test('is asked again after growing waits for three days, by the same id, and then switched off', async () => {
    const club = await aClub()
    const { receiver, owner, webhook } = club
    receiver.answer({ status: 500, body: 'later' })
    await club.order()
    await deliver()
    const begun = clock.now()
    const seen: number[] = []
    for (let next = await waits(club); next !== null; next = await waits(club)) {
      seen.push(next)
      clock.move(next - 1000)
      expect(await deliver()).toBe(0)
      clock.move(1000)
      expect(await deliver()).toBe(1)
    }
    expect(receiver.received.length).toBe(seen.length + 1)
    expect(new Set(idsOf(receiver.received)).size).toBe(1)
    expect(clock.now() - begun).toBeGreaterThanOrEqual(days(3) - minutes(1))
    expect(clock.now() - begun).toBeLessThan(days(3) + minutes(1))
    expect(seen.length).toBeLessThan(30)
    expect(await owner.read(webhook.id)).toMatchObject({ offReason: 'FAILING' })
    const { log, status } = await owner.delivery(webhook.id, (await club.only())?.id ?? '')
    expect([status, log[0]?.status, log[0]?.response]).toEqual(['FAILED', 500, 'later'])
    await club.order()
    expect(await deliver()).toBe(0)
  })

  test('and works again gets what waits, and nothing counts against it any more', async () => {
    const club = await aClub()
    const { receiver, owner, webhook } = club
    receiver.answer({ status: 503 })
    await club.order()
    await deliver()
    expect((await owner.read(webhook.id)).failingSince).not.toBeNull()
    receiver.answer({ status: 204 })
    clock.move(hours(1))
    expect(await deliver()).toBe(1)
    expect([(await owner.read(webhook.id)).failingSince, (await club.only())?.status]).toEqual([null, 'DELIVERED'])
  })

  test('answers 410: it is switched off at once, what waits is given up, and the log of changes says so', async () => {
    const club = await aClub()
    const { receiver, owner, webhook } = club
    receiver.answer({ status: 410 })
    await club.order()
    await club.order()
    await deliver()
    expect(await owner.read(webhook.id)).toMatchObject({ offReason: 'GONE' })
    expect((await owner.deliveries(webhook.id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED'])
    const log = await shop.db.kysely
      .selectFrom('change_log')
      .select(['action', 'actor'])
      .where('organization_id', '=', club.organizationId)
      .where('kind', '=', 'WEBHOOK')
      .execute()
    expect(log).toContainEqual({ action: 'WEBHOOK_SWITCHED_OFF', actor: 'shop' })
    const refused = await owner.redeliver(webhook.id, (await club.only())?.id ?? '')
    expect([refused.status, codes(refused)]).toEqual([422, [[null, 'foyer.desk.webhook.is-off']]])
  })

  test('answers nothing: the attempt ends in time, and other endpoints are sent to meanwhile', async () => {
    const [silent, other] = [await aClub(), await aClub()]
    silent.receiver.answer('none')
    await silent.order()
    await other.order()
    await deliverWebhooks(shop, { timeoutMs: 300 })
    expect(other.receiver.received).toHaveLength(1)
    expect(await silent.only()).toMatchObject({ status: 'WAITING', lastStatus: null, lastError: 'no answer in time' })
  })

  test('redirects: it is not followed, and counts as a failure', async () => {
    const [here, there] = [await aClub(), await webhookReceiver()]
    here.receiver.answer({ status: 302, headers: { location: there.url } })
    await here.order()
    await deliver()
    expect([there.received.length, (await here.only())?.lastStatus]).toEqual([0, 302])
  })

  test('answers with much: a kilobyte is kept, and what no database takes is left out', async () => {
    const { receiver, order, owner, webhook, only } = await aClub()
    receiver.answer({ status: 200, body: `\0${'é'.repeat(40_000)}` })
    await order()
    await deliver()
    const { log } = await owner.delivery(webhook.id, (await only())?.id ?? '')
    const kept = Buffer.byteLength(log[0]?.response ?? '')
    expect(kept).toBeLessThanOrEqual(1026)
    expect(kept).toBeGreaterThan(1000)
  })

  test('is not there: the log says why', async () => {
    const { receiver, order, only } = await aClub()
    receiver.close()
    await order()
    await deliver()
    expect((await only())?.lastError).toMatch(/ECONNREFUSED/)
  })
})

describe('processes', () => {
  test('at the same time send each delivery once', async () => {
    const { receiver, order } = await aClub()
    for (let one = 0; one < 12; one += 1) await order()
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    expect(receiver.received).toHaveLength(12)
    expect(new Set(idsOf(receiver.received)).size).toBe(12)
  })

  test('that ends between sending and noting leaves it to another one, which sends it by the same id', async () => {
    const { receiver, order, webhook, owner, only } = await aClub()
    await order()
    // As far as a process comes that is killed while it sends.
    expect(await claimDeliveries(shop.db, { endpointId: webhook.id, now: clock.now(), limit: 4 })).toHaveLength(1)
    expect(await deliver()).toBe(0)
    clock.move(minutes(1))
    expect(await deliver()).toBe(1)
    expect(receiver.received).toHaveLength(1)
    const { log, messageId } = await owner.delivery(webhook.id, (await only())?.id ?? '')
    expect([idsOf(receiver.received), log.map(({ status }) => status)]).toEqual([[messageId], [200, null]])
  })
})

describe('an owner', () => {
  test('sends a test, and a delivery once more by the same id', async () => {
    const { receiver, webhook, owner, secret } = await aClub()
    const deliveryId = await owner.test(webhook.id)
    await deliver()
    expect(await owner.redeliver(webhook.id, deliveryId)).toMatchObject({ status: 204 })
    expect(await owner.redeliver(webhook.id, deliveryId)).toMatchObject({ status: 204 })
    await deliver()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(idsOf(receiver.received)).size).toBe(1)
    expect(receiver.received.map(one => verified(one, secret))).toMatchObject([
      { type: 'webhook.test' },
      { type: 'webhook.test' },
    ])
    expect((await owner.delivery(webhook.id, deliveryId)).body).toBe(receiver.received[0]?.body)
  })

  test('switches it off and on: what happens meanwhile is not sent', async () => {
    const { receiver, webhook, owner, order } = await aClub()
    const put = (isEnabled: boolean) => {
      const { url: address, description, kinds } = webhook
      return owner.ask(calls.putWebhook, {
        params: { webhookId: webhook.id },
        body: { url: address, description, kinds, isEnabled },
      })
    }
    expect((await put(false)).body).toMatchObject({ offReason: 'MEMBER' })
    await order()
    expect((await put(true)).body).toMatchObject({ offReason: null, offAt: null })
    await order()
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('deletes it: nothing is sent, and orders go on', async () => {
    const { receiver, webhook, owner, order } = await aClub()
    await order()
    expect((await owner.ask(calls.deleteWebhook, { params: { webhookId: webhook.id } })).status).toBe(204)
    await order()
    await deliver()
    expect(receiver.received).toHaveLength(0)
    expect((await owner.ask(calls.readWebhook, { params: { webhookId: webhook.id } })).status).toBe(404)
  })

  test('of another organisation finds nothing of it', async () => {
    const [ours, theirs] = [await aClub(), await aClub()]
    const deliveryId = await ours.owner.test(ours.webhook.id)
    const params = { webhookId: ours.webhook.id, deliveryId }
    for (const call of [calls.readWebhook, calls.listWebhookDeliveries, calls.readWebhookDelivery, calls.testWebhook]) {
      expect([call.operationId, (await theirs.owner.ask(call, { params })).status]).toEqual([call.operationId, 404])
    }
    const other = { webhookId: theirs.webhook.id, deliveryId }
    expect((await theirs.owner.ask(calls.redeliverWebhook, { params: other })).status).toBe(404)
  })

  test.each([
    ['no address', 'hook', 'foyer.desk.webhook.url.not-a-url'],
    ['another protocol', 'ftp://example.org/hook', 'foyer.desk.webhook.url.not-a-url'],
    ['a password in it', 'https://a:b@example.org/', 'foyer.desk.webhook.url.credentials'],
    ['one that is too long', `https://example.org/${'x'.repeat(1981)}`, 'foyer.desk.webhook.url.too-long'],
  ])('gives %s: refused', async (_, address, code) => {
    const { owner, organizationId } = await aClub()
    const body = { organizationId, url: address, description: '', kinds: ['order.completed'] }
    const answer = await owner.ask(calls.createWebhook, { body })
    expect([answer.status, codes(answer)]).toEqual([422, [['url', code]]])
  })

  test('presses twice: one endpoint is made', async () => {
    const { owner, organizationId } = await aClub()
    const body = { organizationId, url: 'https://example.org/hook', description: '', kinds: ['order.completed'] }
    const answers = await Promise.all([1, 2].map(() => owner.ask(calls.createWebhook, { body })))
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422])
  })
})

describe('in production', () => {
  test('no private network is sent to, and nothing unencrypted, whatever was stored before', async () => {
    const production = await testShop({
      environment: { FOYER_MODE: 'production', FOYER_BASE_URL: 'https://tickets.example' },
    })
    const club = await anOrganiser(production.url, production.apiKey)
    const owner = await aWebhookOwner(production, club.organizationId)
    const make = (address: string) =>
      owner.ask(calls.createWebhook, {
        body: { organizationId: club.organizationId, url: address, description: '', kinds: ['order.completed'] },
      })
    for (const [address, code] of [
      ['http://example.org/', 'not-https'],
      ['https://127.0.0.1/', 'private'],
      ['https://localhost/', 'private'],
      ['https://[::ffff:10.0.0.1]/', 'private'],
      ['https://169.254.169.254/latest/meta-data', 'private'],
    ] as const) {
      const answer = await make(address)
      expect([address, codes(answer)]).toEqual([address, [['url', `foyer.desk.webhook.url.${code}`]]])
    }
    const receiver = await webhookReceiver()
    for (const address of [receiver.url, receiver.url.replace('http:', 'https:').replace('127.0.0.1', 'localhost')]) {
      const id = crypto.randomUUID()
      await production.shop.db.kysely
        .insertInto('webhook_endpoint')
        .values({
          id,
          organization_id: club.organizationId,
          url: address,
          description: '',
          kinds: ['order.completed'],
          secret: production.shop.db.sealing.seal('whsec_eA==', `webhook ${id}`),
          created_at: new Date(),
        })
        .execute()
      const deliveryId = await owner.test(id)
      await deliverWebhooks(production.shop)
      const { lastError } = await owner.delivery(id, deliveryId)
      expect(lastError).toMatch(/only https|private network/)
    }
    expect(receiver.received).toEqual([])
  })
})

test('what was sent is deleted after thirty days', async () => {
  const { order, owner, webhook } = await aClub()
  await order()
  await deliver()
  await deleteOldMessages(shop)
  expect(await owner.deliveries(webhook.id)).toHaveLength(1)
  clock.move(days(30) + hours(1))
  expect(await deleteOldMessages(shop)).toBeGreaterThan(0)
  expect(await shop.db.kysely.selectFrom('webhook_attempt').selectAll().execute()).toEqual([])
})
