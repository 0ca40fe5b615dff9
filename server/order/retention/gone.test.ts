import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { authenticationEnabledPath } from '#contract/account-paths.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { addressOf, aBuyer } from '#tests/support/buyer/buyer.ts'
import { aKey, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, filledIn, infoOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { erasePersonalData } from './erase-personal-data.ts'
import { aLivelyEvent, liveThrough } from '#tests/support/personal-data/lived-event.ts'

// What the links in old mails lead to once the people of an order have been erased.

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(aLivelyEvent(clock.now(), 'lively', { RETENTION_DAYS: 30 }))
await runJobs()
const { paid, waiting, tickets } = await liveThrough(shop, aBuyer(url), shortName)
const details = filledIn(await infoOf(aBuyer(url), paid))
const { organizationId } = organiser
const keyFor = (role: 'API_CLIENT' | 'SUPERVISOR') => aKey(url, { systemKey: apiKey, organizationId, role })
const organising = await keyFor('API_CLIENT')
const scanning = await keyFor('SUPERVISOR')
const [door] = await paperTickets(shop, paid)

/** Those that are about one order or one ticket. */
const calls = allCalls.filter(({ path }) =>
  /:(reservationId|orderId|ticketIdentifier|publicUuid|ticketId)\b/.test(path),
)

const BODIES: Readonly<Record<string, unknown>> = {
  confirmOverview: PAY_BY.OFFLINE,
  validateToOverview: details,
  updateTicket: { firstName: 'Eve', lastName: 'Late', email: 'eve@example.org' },
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

async function ask(call: Call, reservationId: string, ticketIdentifier: string) {
  const params = {
    reservationId,
    orderId: reservationId,
    ticketIdentifier,
    publicUuid: ticketIdentifier,
    ticketId: ticketIdentifier,
    uuid: ticketIdentifier,
    eventName: shortName,
    shortName,
    slug: shortName,
    publicIdentifier: shortName,
    purchaseContextType: 'event',
    locale: 'en',
    id: shortName,
    eventId: 1,
    format: 'ubl',
    type: 'any',
    method: 'any',
    checkInCode: 'any',
    documentId: UNKNOWN,
    noteId: 1,
    ticketCodeHash: 'a'.repeat(64),
  }
  const { headers: visitor } = await fetch(url + authenticationEnabledPath)
  const answer = await fetch(url + addressOf(call, { params, query: { lang: 'en', qrCode: door?.code ?? '' } }), {
    method: call.method,
    redirect: 'manual',
    headers: {
      'x-auth-token': visitor.get('x-auth-token') ?? '',
      'x-csrf-token': visitor.get('xsrf-token') ?? '',
      authorization: `ApiKey ${call.path.startsWith('/admin') ? scanning : organising}`,
      'content-type': 'application/json',
    },
    ...(call.method !== 'GET' && { body: JSON.stringify(BODIES[call.operationId] ?? { code: door?.code ?? '' }) }),
  })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
}

test('the links of an erased order answer that there is nothing, and nothing breaks', async () => {
  clock.set(after(SOME_DAY, days(60) + hours(8) + days(30)))
  await erasePersonalData(shop)
  expect(calls.length).toBeGreaterThan(25)
  const answers = new Map<string, string>()
  const leaking = new Set<string>()
  for (const reservation of [paid, waiting]) {
    for (const call of calls) {
      const { status, text, location } = await ask(call, reservation, tickets[0] ?? '')
      const line = `${call.method} ${call.path} ${status}`
      expect(status, line).toBeLessThan(500)
      if (/Ada|Lovelace|ada\d?@|Hauptgasse/.test(text)) leaking.add(call.operationId)
      answers.set(call.operationId, `${status} ${location || text}`.trim())
    }
  }
  // The books of the organiser know the buyer to the end of the legal period.
  expect([...leaking]).toEqual(['downloadEInvoice'])
  expect(Object.fromEntries(answers)).toMatchObject({
    getReservationInfo: '404',
    getReservationStatus: '404',
    validateToOverview: '404',
    confirmOverview: '404',
    reSendReservationEmail: '200 false',
    downloadInvoice: '404',
    downloadReceipt: '404',
    getTicketInfo: '404',
    getTicketFull: '404',
    updateTicket: '404',
    releaseTicket: '404',
    sendTicketByEmail: '404',
    downloadTicket: '403',
    ticketQrCode: '403',
  })
  expect(answers.get('redirectEventReservation')).toContain('/not-found')
  expect([...answers].filter(([, answer]) => answer.startsWith('200') && /pdf|%PDF/.test(answer))).toEqual([])
})
