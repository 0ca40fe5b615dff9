import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { leaveWaitingListPath, pathTo } from '#contract/paths.ts'
import {
  askToLeaveWaitingList,
  getWaitingPlace,
  giveUpWaitingPlace,
  joinWaitingList,
  joinWaitingListHere,
  leaveWaitingList,
} from '#contract/waiting-list.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { untilWaiting } from '#tests/support/database/database-waits.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, cancel, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import {
  aWaitingListForm,
  emailOf,
  everybodyJoins,
  lettersTo,
  offerTo,
  standings,
} from '#tests/support/buyer/waiting-people.ts'

const clock = manualClock()
const { url, apiKey, shop, outbox, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
let [number, shortName, held] = [0, '', '']

/** One seat that another buyer holds; Ada and Bob wait. */
beforeEach(async () => {
  number += 1
  shortName = await organiser.open(
    anEventFile(clock.now(), {
      slug: `leave-${number}`,
      seats: 1,
      categories: [aCategoryFile(clock.now())],
      settings: { ENABLE_WAITING_QUEUE: true, ENABLE_WAITING_QUEUE_NOTIFICATION: true },
    }),
  )
  held = await hold(buyer, shortName, { Conference: 1 })
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
})

const waiting = () => standings(shop.db, shortName)

async function mailsWithUnsubscribe(): Promise<(readonly [recipient: string, url: string | null, text: string])[]> {
  const rows = await shop.db.kysely
    .selectFrom('mail')
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select(['recipient', 'unsubscribe_url', 'text_body'])
    .where('short_name', '=', shortName)
    .orderBy('mail.id')
    .execute()
  return rows.map(row => [row.recipient, row.unsubscribe_url, row.text_body] as const)
}

/** As the last mail to this person names it. */
async function keyOf(name: string): Promise<string> {
  const [letter] = await lettersTo(shop.db, shortName, emailOf(name))
  return /\/waiting-list\/([^?\s]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

const open = async (key: string) => String(await buyer.expect(askToLeaveWaitingList, 200, { params: { key } }))

/** As a mail program does, without session or token. */
async function oneClick(key: string): Promise<string> {
  const answer = await fetch(`${url}${pathTo(leaveWaitingListPath, { key })}?lang=en`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

const GONE = 'You are not on the waiting list'

test('mails to those who wait name the address in their footer and for the head, and other mails name none', async () => {
  await cancel(buyer, held)
  const mails = await mailsWithUnsubscribe()
  const named = mails.flatMap(([recipient, address, text]) => (address === null ? [] : [{ recipient, address, text }]))
  expect(named.map(({ recipient }) => recipient)).toEqual([emailOf('Ada'), emailOf('Bob'), emailOf('Ada')])
  for (const { address, text } of named) expect(text).toContain(`Leave the waiting list: ${address}`)
  expect(mails.length).toBeGreaterThan(named.length)
  expect(new Set(named.map(({ address }) => address)).size).toBe(2)
})

test('the address arrives in the head of the mail', async () => {
  await runJobs()
  const files = await readdir(outbox)
  const mails = await Promise.all(files.map(file => readFile(join(outbox, file), 'utf8')))
  const address = `/waiting-list/${await keyOf('Ada')}?lang=en>`
  const unfolded = mails.map(mail => mail.replaceAll(/\r?\n[ \t]+/g, ' '))
  expect(unfolded.filter(mail => /^List-Unsubscribe: <(.*)$/m.exec(mail)?.[1]?.endsWith(address))).toHaveLength(1)
})

test('the page asks, and opening it changes nothing', async () => {
  const key = await keyOf('Ada')
  const page = await open(key)
  expect(page).toContain('Leave the waiting list for')
  expect(page).toContain('<form method="post"><button type="submit">Leave the waiting list</button></form>')
  await open(key)
  expect(await waiting()).toEqual(['Ada WAITING', 'Bob WAITING'])
})

test('one click takes the entry off, once more changes nothing, and the person may join again', async () => {
  const key = await keyOf('Ada')
  expect(await oneClick(key)).toContain(GONE)
  expect(await waiting()).toEqual(['Bob WAITING'])
  expect(await oneClick(key)).toContain(GONE)
  expect(await open(key)).toContain(GONE)
  await buyer.expect(leaveWaitingList, 200, { params: { key } })
  await buyer.expect(joinWaitingList, 200, { params: { shortName }, body: aWaitingListForm('Ada') })
  expect(await waiting()).toEqual(['Bob WAITING', 'Ada WAITING'])
  await oneClick(key)
  expect(await waiting()).toEqual(['Bob WAITING', 'Ada WAITING'])
})

test('a mail program that posts its form in parts is understood', async () => {
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const answer = await fetch(`${url}${pathTo(leaveWaitingListPath, { key: await keyOf('Ada') })}`, {
    method: 'POST',
    body,
  })
  expect(answer.status).toBe(200)
  expect(await waiting()).toEqual(['Bob WAITING'])
})

test.each([randomUUID(), 'nonsense', '1'])('the key %s is of no entry', async key => {
  expect(await open(key)).toContain(GONE)
  expect(await oneClick(key)).toContain(GONE)
  expect(await waiting()).toEqual(['Ada WAITING', 'Bob WAITING'])
})

test('who leaves with an offered seat releases it to the next person', async () => {
  await cancel(buyer, held)
  expect(await waiting()).toEqual(['Ada PENDING', 'Bob WAITING'])
  expect(await oneClick(await keyOf('Ada'))).toContain(GONE)
  expect(await waiting()).toEqual(['Bob PENDING'])
  await expectConsistentData(shop.db, shortName)
})

test('an order that has been paid stays, with its entry, and the page says so', async () => {
  await cancel(buyer, held)
  const id = await offerTo(shop.db, shortName, 'Ada')
  const key = await keyOf('Ada')
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
  for (const page of [await open(key), await oneClick(key), await oneClick(key)]) {
    expect(page).toContain('You already have your ticket for')
    expect(page).not.toContain('<form')
  }
  expect(await waiting()).toEqual(['Ada ACQUIRED', 'Bob WAITING'])
  await expectConsistentData(shop.db, shortName, { sold: 1 })
})

test('who leaves while a seat is being offered releases that seat', async () => {
  const key = await keyOf('Ada')
  const other = await shop.db.pool.connect()
  const offering = `update waiting_list_entry set status = 'PENDING', reservation_id = $1 where leave_key = $2`
  let left: Promise<string>
  try {
    await other.query('begin')
    await other.query(offering, [held, key])
    left = oneClick(key)
    await untilWaiting(shop.db.pool, left)
    await other.query('commit')
  } finally {
    other.release()
  }
  expect(await left).toContain(GONE)
  expect(await waiting()).toEqual(['Bob PENDING'])
  await expectConsistentData(shop.db, shortName)
})

test('a person who joins on the page sees how many wait longer, and leaves by one call', async () => {
  const joined = await buyer.expect(joinWaitingListHere, 200, {
    params: { shortName },
    body: aWaitingListForm('Carol'),
  })
  const key = joined.value?.key ?? ''
  const place = () => buyer.ask(getWaitingPlace, { params: { key } })
  expect(joined.value?.isOn).toBe(true)
  expect((await place()).value).toEqual({ before: 2, isOffered: false })
  const again = await buyer.expect(joinWaitingListHere, 200, { params: { shortName }, body: aWaitingListForm('Carol') })
  expect(again.value, 'the key is that of a person alone, whose address anybody may type').toEqual({
    isOn: true,
    key: null,
  })

  for (let press = 0; press < 2; press++) {
    expect(await buyer.expect(giveUpWaitingPlace, 200, { params: { key } })).toBe(true)
    expect((await place()).status).toBe(404)
  }
  expect((await waiting()).map(([name]) => name)).not.toContain('Carol')
  for (const unknown of [randomUUID(), 'nonsense']) {
    expect((await buyer.ask(getWaitingPlace, { params: { key: unknown } })).status).toBe(404)
  }
})

test('a person for whom a seat is held reads so, and gives it to the next one by leaving', async () => {
  const { value } = await buyer.expect(joinWaitingListHere, 200, {
    params: { shortName },
    body: aWaitingListForm('Carol'),
  })
  const key = value?.key ?? ''
  await shop.db.kysely.deleteFrom('waiting_list_entry').where('leave_key', '<>', key).execute()
  await cancel(buyer, held)
  await runJobs()
  expect(await buyer.expect(getWaitingPlace, 200, { params: { key } })).toEqual({ before: 0, isOffered: true })
  await buyer.expect(giveUpWaitingPlace, 200, { params: { key } })
  expect(await waiting()).toEqual([])
})
