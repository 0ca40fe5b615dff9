import { describe, expect, test } from 'vitest'
import { getReservation } from '#contract/booking.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { AdditionalInfoRequest, EventFile } from '#contract/event-file.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { updateEvent } from '#contract/organiser.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, aQuestionFile, aServiceFile, anEventFile } from '#tests/builders/event-file.ts'
import { inconsistencies } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { cancel, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const QUESTIONS: AdditionalInfoRequest[] = [
  aQuestionFile({ required: true, ordinal: 2 }),
  aQuestionFile({ name: 'badge', type: 'GENERIC_TEXT', ordinal: -1, contentLength: { min: 2, max: 5 } }),
  aQuestionFile({
    name: 'days',
    type: 'CHECKBOX',
    ordinal: 1,
    restrictedValues: [{ value: 'sat', descriptions: [{ lang: 'en', body: 'Saturday' }] }, { value: 'sun' }],
    categories: ['Student'],
  }),
]

const SIZE = aQuestionFile({
  name: 'size',
  required: true,
  restrictedValues: [{ value: 'S' }, { value: 'L' }, { value: 'XL', enabled: false }],
  additionalService: 'Shirt',
})
const SHIRT = aServiceFile({ title: [{ lang: 'en', body: 'Shirt' }], supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' })

const file = (slug: string, changes: Partial<EventFile>) => {
  const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Student' })]
  const { tickets: _tickets, ...others } = changes
  return anEventFile(clock.now(), { slug, seats: 100, categories, ...others })
}
const shortName = await organiser.open(file('asking', { additionalInfo: QUESTIONS }))
const withShirts = await organiser.open(
  file('shirts', { additionalInfo: [SIZE], additionalServices: [{ ...SHIRT, availableQuantity: 50 }] }),
)
clock.move(minutes(1))

type Answered = Record<string, (string | null)[]>

/** All attendees are named and give these answers. */
function answered(info: ReservationInfo, ...answers: Answered[]): ContactAndTicketsForm {
  const form = filledIn(info)
  const tickets = Object.entries(form.tickets ?? {}).map(([id, ticket], index) => [
    id,
    { ...ticket, additional: answers[index] ?? {} },
  ])
  return { ...form, tickets: Object.fromEntries(tickets) }
}

async function send(id: string, form: ContactAndTicketsForm): Promise<string[]> {
  const { value } = await sendDetails(buyer, id, form)
  const { validationErrors } = value as { validationErrors: { fieldName: string; code: string }[] }
  return validationErrors.map(({ fieldName, code }) => `${fieldName.replace(/\[[0-9a-f-]{36}\]/, '')} ${code}`)
}

describe('questions to attendees', () => {
  test('come with their tickets, before and after the name, by category', async () => {
    const info = await infoOf(buyer, await hold(buyer, shortName, { Conference: 1, Student: 1 }))
    const names = ticketsOf(info).map(ticket => [
      ticket.ticketFieldConfigurationBeforeStandard.map(({ name }) => name),
      ticket.ticketFieldConfigurationAfterStandard.map(({ name }) => name),
    ])
    expect(names).toEqual([
      [['badge'], ['meal']],
      [['badge'], ['days', 'meal']],
    ])
    const [, student] = ticketsOf(info)
    expect(student?.ticketFieldConfigurationBeforeStandard[0]).toMatchObject({
      type: 'input:text',
      value: null,
      required: false,
      editable: true,
      minLength: 2,
      maxLength: 5,
      restrictedValues: [],
      fields: [{ fieldIndex: 0, fieldValue: null }],
      beforeStandardFields: true,
    })
    expect(student?.ticketFieldConfigurationAfterStandard[0]).toMatchObject({
      type: 'checkbox',
      restrictedValues: ['sat', 'sun'],
      fields: [
        { fieldIndex: 0, fieldValue: '' },
        { fieldIndex: 1, fieldValue: '' },
      ],
      beforeStandardFields: false,
      description: {
        en: { label: 'Which meal?', placeholder: null, restrictedValuesDescription: { sat: 'Saturday', sun: 'sun' } },
        de: { label: 'Which meal?' },
      },
    })
  })

  test('are answered, kept, and there again after a reload', async () => {
    const id = await hold(buyer, shortName, { Student: 1 })
    const form = answered(await infoOf(buyer, id), { meal: ['vegan'], badge: [' Ada '], days: ['sat', 'sun'] })
    expect(await send(id, form)).toEqual([])
    expect(await valuesOf(id)).toEqual([{ badge: 'Ada', days: '["sat","sun"]', meal: 'vegan' }])
    expect(
      await send(id, answered(await infoOf(buyer, id), { meal: ['meat'], badge: [''], days: [null, 'sun'] })),
    ).toEqual([])
    expect(await valuesOf(id)).toEqual([{ badge: null, days: '["sun"]', meal: 'meat' }])
  })

  test('are kept although they were refused, and each error is at its place', async () => {
    const id = await hold(buyer, shortName, { Student: 2 })
    const wrong = { meal: ['cake'], badge: ['A'], days: ['sat', 'mon'] }
    expect(await send(id, answered(await infoOf(buyer, id), wrong))).toEqual([
      'tickets.additional[badge][0] error.tooShort',
      'tickets.additional[days][1] error.restrictedValue',
      'tickets.additional[meal][0] error.restrictedValue',
      'tickets.additional[meal][0] error.emptyField',
      'contactAndTicketsForm error.STEP_2_MISSING_ATTENDEE_DATA',
    ])
    const [first] = await valuesOf(id)
    expect(first).toEqual({ badge: 'A', days: '["sat","mon"]', meal: 'cake' })
  })

  test('that are not in the form keep their answers', async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    await send(id, answered(await infoOf(buyer, id), { meal: ['vegan'], badge: ['Ada'] }))
    expect(await send(id, filledIn(await infoOf(buyer, id)))).toEqual([])
    expect(await valuesOf(id)).toEqual([{ badge: 'Ada', meal: 'vegan' }])
  })

  test('may wait with the attendees', async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    expect(await send(id, { ...filledIn(await infoOf(buyer, id)), postponeAssignment: true })).toEqual([])
  })

  test('stay with a ticket that is sold, and go with one that is released', async () => {
    const sold = await hold(buyer, shortName, { Conference: 1 })
    await send(sold, answered(await infoOf(buyer, sold), { meal: ['vegan'] }))
    expect((await pay(buyer, sold)).status).toBe(200)
    expect(await valuesOf(sold)).toEqual([{ badge: null, meal: 'vegan' }])
    const released = await hold(buyer, shortName, { Conference: 1 })
    await send(released, answered(await infoOf(buyer, released), { meal: ['vegan'] }))
    await cancel(buyer, released)
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('that people have answered are not taken away', async () => {
    const answer = await organiser.api.ask(updateEvent, { params: { slug: shortName }, body: { additionalInfo: [] } })
    expect(answer).toMatchObject({ status: 400, value: expect.stringContaining('invalid.additionalInfo') })
    await organiser.change(shortName, { additionalInfo: [...QUESTIONS, aQuestionFile({ name: 'new' })] })
    const info = await infoOf(buyer, await hold(buyer, shortName, { Conference: 1 }))
    expect(ticketsOf(info)[0]?.ticketFieldConfigurationAfterStandard.map(({ name }) => name)).toEqual(['meal', 'new'])
  })
})

describe('questions about extras', () => {
  type Item = ReservationInfo['additionalServiceWithData'][number]

  const link = ({ itemId, ticketUUID }: Item, ...size: string[]) => ({
    additionalServiceItemId: itemId,
    ticketUUID,
    additional: { size },
  })
  const at = (ticket: string, ...links: ReturnType<typeof link>[]) => ({ [ticket]: links })

  async function twoShirts() {
    const id = await hold(buyer, withShirts, { Conference: 2 })
    const info = await infoOf(buyer, id)
    const [one, two] = info.additionalServiceWithData
    const [first, second] = ticketsOf(info).map(({ uuid }) => uuid)
    if (!one || !two || first === undefined || second === undefined) throw new Error('too few of something')
    return { id, form: filledIn(info), one, two, first, second }
  }

  const sizesOf = async (id: string) =>
    (await infoOf(buyer, id)).additionalServiceWithData.map(item => [
      item.ticketUUID,
      item.ticketFieldConfiguration.map(({ value }) => value),
    ])

  test('are answered for each item', async () => {
    const { id, form, one, two, first, second } = await twoShirts()
    expect(one.ticketFieldConfiguration).toMatchObject([
      { name: 'size', type: 'select', restrictedValues: ['S', 'L'], fields: [{ fieldIndex: 0, fieldValue: '' }] },
    ])
    const additionalServices = { ...at(first, link(one, 'S')), ...at(second, link(two, 'L')) }
    expect(await send(id, { ...form, additionalServices })).toEqual([])
    expect(await sizesOf(id)).toEqual([
      [first, ['S']],
      [second, ['L']],
    ])
    await cancel(buyer, id)
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('an extra is moved to another ticket by listing it there', async () => {
    const { id, form, one, two, second } = await twoShirts()
    expect(await send(id, { ...form, additionalServices: at(second, link(two, 'L'), link(one, 'S')) })).toEqual([])
    expect(await sizesOf(id)).toEqual([
      [second, ['S']],
      [second, ['L']],
    ])
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('a wrong answer has its error at its place in the form, and is kept', async () => {
    const { id, form, one, two, first, second } = await twoShirts()
    const additionalServices = { ...at(first, link(one, 'XL')), ...at(second, link(two, ' ')) }
    expect(await send(id, { ...form, additionalServices })).toEqual([
      'additionalServices[0].additional[size][0] error.disabledValue',
      'additionalServices[0].additional[size][0] error.emptyField',
      'contactAndTicketsForm error.STEP_2_MISSING_ATTENDEE_DATA',
    ])
    expect(await sizesOf(id)).toEqual([
      [first, ['XL']],
      [second, [null]],
    ])
  })

  test('a form that knows nothing of extras leaves them where they are, and unanswered', async () => {
    const { id, form, first, second } = await twoShirts()
    expect(await send(id, form)).toContain('additionalServices[0].additional[size][0] error.emptyField')
    expect((await sizesOf(id)).map(([ticket]) => ticket)).toEqual([first, second])
  })

  test.each<
    [string, (order: Awaited<ReturnType<typeof twoShirts>>) => NonNullable<ContactAndTicketsForm['additionalServices']>]
  >([
    ['none is listed', () => ({})],
    ['one is missing', ({ one, first }) => at(first, link(one, 'S'))],
    ['one comes twice', ({ one, first }) => at(first, link(one, 'S'), link(one, 'S'))],
    ['one is of another order', ({ one, two, first }) => at(first, link(one, 'S'), link({ ...two, itemId: 1e9 }, 'S'))],
    [
      'one names no ticket',
      ({ one, two, first }) => at(first, link(one, 'S'), link({ ...two, ticketUUID: null }, 'S')),
    ],
    [
      'one is below a foreign ticket',
      ({ one, two, first }) => ({ ...at(first, link(one, 'S')), ...at('x', link(two, 'S')) }),
    ],
  ])('%s: the extras belong to no ticket, and stay where they are', async (_, list) => {
    const order = await twoShirts()
    const before = await sizesOf(order.id)
    expect(await send(order.id, { ...order.form, additionalServices: list(order) })).toEqual([
      'contactAndTicketsForm error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED',
    ])
    expect(await sizesOf(order.id)).toEqual(before)
  })
})

/** What is stored for each ticket, by question. */
async function valuesOf(reservationId: string): Promise<Record<string, string | null>[]> {
  const info = await buyer.expect(getReservation, 200, { params: { reservationId } })
  return ticketsOf(info).map(ticket =>
    Object.fromEntries(
      [...ticket.ticketFieldConfigurationBeforeStandard, ...ticket.ticketFieldConfigurationAfterStandard].map(
        ({ name, value }) => [name, value],
      ),
    ),
  )
}
