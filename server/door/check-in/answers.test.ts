import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { getAttendee } from '#contract/attendee.ts'
import { checkIn, searchAttendees } from '#contract/check-in.ts'
import { getOfflineTickets } from '#contract/door-device.ts'
import { aFreeEventFile, aServiceFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// What attendees have answered, wherever the door sees it.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'SUPERVISOR' })
const eventName = await organiser.open(
  aFreeEventFile(clock.now(), {
    additionalServices: [
      aServiceFile({
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        price: 0,
        inception: localTime(clock.now(), { days: -1 }),
      }),
    ],
  }),
)
const { api } = aScanner(url, key, eventName)
const [ticket] = await paperTickets(shop, await buy(aBuyer(url), eventName, { Everybody: 1 }, { by: 'NONE' }))
if (!ticket) throw new Error('no ticket')
const { id: ticketId, event_id: eventId } = await shop.db.kysely
  .selectFrom('ticket')
  .select(['id', 'event_id'])
  .where('uuid', '=', ticket.identifier)
  .executeTakeFirstOrThrow()
const item = await shop.db.kysely
  .selectFrom('additional_service_item')
  .select(['id', 'service_id'])
  .where('ticket_id', '=', ticketId)
  .executeTakeFirstOrThrow()

async function addQuestion(
  name: string,
  value: string,
  more: { isShown?: boolean; ofItem?: boolean } = {},
): Promise<void> {
  const { id } = await shop.db.kysely
    .insertInto('additional_field')
    .values({
      purchase_context_id: eventId,
      name,
      type: 'TEXT',
      required: false,
      editable: true,
      label: JSON.stringify({ en: `Your ${name}`, de: `Ihr ${name}` }),
      options: JSON.stringify([{ value: 'veg', isEnabled: true, labels: { en: 'Vegetarian' } }]),
      shown_at_check_in: more.isShown ?? false,
      service_id: more.ofItem ? item.service_id : null,
      ordinal: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = more.ofItem ? { item_id: item.id } : { ticket_id: ticketId }
  await shop.db.kysely
    .insertInto('field_value')
    .values({ field_id: id, value, ...owner })
    .execute()
}

await addQuestion('company', 'Foundry AG', { isShown: true })
await addQuestion('food', '["veg","[none]"]')
await addQuestion('size', 'XL', { ofItem: true })

const COMPANY = { name: 'company', label: 'Your company', value: 'Foundry AG', context: 'ATTENDEE' }
const BOOKLET = [{ name: 'Booklet', count: 1, fields: [{ name: 'size', label: 'Your size', value: 'XL' }] }]

test('a scan shows what the organiser wants to see, and what is to be handed out', async () => {
  const params = { eventName, ticketIdentifier: ticket.identifier }
  const answer = await api.expect(checkIn, 200, { params, body: { code: ticket.code } })
  expect(answer).toMatchObject({ fieldsToDisplay: [COMPANY], additionalServices: BOOKLET })
})

test('a search returns all values by the names of the fields', async () => {
  const params = { publicIdentifier: eventName }
  const { attendees } = await api.expect(searchAttendees, 200, { params, query: { query: 'ada' } })
  expect(attendees?.[0]?.additionalInfo).toEqual({ company: ['Foundry AG'], food: ['veg', '[none]'] })
})

test('a badge shows them by their labels, in words', async () => {
  const params = { eventKey: eventName, UUID: ticket.identifier }
  const { additionalFields } = await api.expect(getAttendee, 200, { params })
  expect(additionalFields).toEqual({ 'Your company': 'Foundry AG', 'Your food': 'Vegetarian, [none]' })
})

test.each([
  [{}, { company: 'Foundry AG', category: 'Everybody' }],
  [{ additionalField: 'food' }, { company: 'Foundry AG', food: 'Vegetarian, [none]', category: 'Everybody' }],
  [{ additionalField: 'unknown' }, { company: 'Foundry AG', category: 'Everybody' }],
])('a device without connection gets what is shown, and what it asks for: %j', async (query, expected) => {
  const sealed = await api.expect(getOfflineTickets, 200, { params: { eventName }, query, body: [Number(ticketId)] })
  const [iv = '', text = ''] = Object.values(sealed)[0]?.split('|') ?? []
  const secret = pbkdf2Sync(ticket.code, ticket.code, 1000, 32, 'sha1')
  const decipher = createDecipheriv('aes-256-cbc', secret, Buffer.from(iv, 'base64url'))
  const clear = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  const read = JSON.parse(clear.toString('utf8')) as Record<string, string>
  expect(JSON.parse(read['additionalInfoJson'] ?? '')).toEqual(expected)
  expect(JSON.parse(read['additionalServicesInfoJson'] ?? '')).toEqual(BOOKLET)
})
