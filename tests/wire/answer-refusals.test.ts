import { beforeEach, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { ANSWER_CODES, type AnswerCode, WHOLE_FORM_CODES, type WholeFormCode } from '#contract/error-codes.ts'
import { minutes } from '#domain/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aQuestionFile, aServiceFile, anEventFile } from '#tests/builders/event-file.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { type Answer, aBuyer } from '#tests/support/buyer.ts'
import { SELLER_IN_BERLIN } from '#tests/support/invoice.ts'
import { anOrganiser } from '#tests/support/organiser.ts'
import { filledIn, hold, infoOf, sendDetails, ticketsOf } from '#tests/support/purchase.ts'
import { standingClock } from '#tests/support/standing-clock.ts'
import { testShop } from '#tests/support/test-shop.ts'

// The tables are typed by the lists of the contract: a new code doesn't compile here until somebody provokes it.

const register = await vatRegister(['DE 123456789'])
const clock = standingClock()
const { url, apiKey } = await testShop({ clock, environment: { VIES_API_BASE: register.url } })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const optional = [{ value: 'meat' }, { value: 'fish', enabled: false }]
const shortName = await organiser.open(
  anEventFile(clock.now(), {
    seats: 200,
    settings: SELLER_IN_BERLIN,
    additionalServices: [aServiceFile({ supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' })],
    additionalInfo: [
      aQuestionFile({ name: 'name', type: 'GENERIC_TEXT', required: true, contentLength: { min: 2, max: 4 } }),
      aQuestionFile({ name: 'born', type: 'DATE_OF_BIRTH', contentLength: { min: 18, max: 65 } }),
      aQuestionFile({ restrictedValues: optional }),
      aQuestionFile({ name: 'vat', type: 'EU_VAT_NR' }),
      aQuestionFile({
        name: 'engraving',
        type: 'GENERIC_TEXT',
        contentLength: { max: 4 },
        additionalService: 'Booklet',
      }),
    ],
  }),
)

beforeEach(() => {
  clock.move(minutes(16))
  register.behave('usual')
})

/** Everything is answered well but for this. */
async function answer(changes: Readonly<Record<string, string>>): Promise<Answer> {
  const given = { name: ['Ada'], ...Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, [text]])) }
  return send(form => ({
    ...form,
    tickets: Object.fromEntries(
      Object.entries(form.tickets ?? {}).map(([id, ticket]) => [id, { ...ticket, additional: given }]),
    ),
  }))
}

async function send(change: (form: ContactAndTicketsForm) => ContactAndTicketsForm): Promise<Answer> {
  const id = await hold(buyer, shortName, { Conference: 1 })
  return sendDetails(buyer, id, change(filledIn(await infoOf(buyer, id))))
}

/** A birthday so many years ago; the clock stands still at noon. */
const yearsAgo = (years: number) => `${new Date(SOME_DAY).getUTCFullYear() - years}-01-01`

async function whileTheRegisterIsDown(): Promise<Answer> {
  register.behave('limited')
  return answer({ vat: '111111111' })
}

const PROVOKED: Record<AnswerCode, [() => Promise<Answer>, name: string, limit?: number]> = {
  'error.emptyField': [() => answer({ name: ' ' }), 'name'],
  'error.tooLong': [() => answer({ name: 'Augusta' }), 'name', 4],
  'error.tooShort': [() => answer({ name: 'A' }), 'name', 2],
  'error.tooOld': [() => answer({ born: yearsAgo(70) }), 'born', 65],
  'error.tooYoung': [() => answer({ born: yearsAgo(10) }), 'born', 18],
  'error.restrictedValue': [() => answer({ meal: 'cake' }), 'meal'],
  'error.disabledValue': [() => answer({ meal: 'fish' }), 'meal'],
  'error.STEP_2_INVALID_VAT': [() => answer({ vat: '999999999' }), 'vat'],
  'error.vatVIESDown': [whileTheRegisterIsDown, 'vat'],
}

test.each(ANSWER_CODES)('%s', async code => {
  const [provoke, name, limit] = PROVOKED[code]
  const { status, value } = await provoke()
  expect(status).toBe(422)
  const whole = code === 'error.STEP_2_INVALID_VAT' ? code : 'error.STEP_2_MISSING_ATTENDEE_DATA'
  expect(value).toMatchObject({
    value: false,
    errorCount: 2,
    validationErrors: [
      {
        fieldName: expect.stringMatching(new RegExp(`^tickets\\[[0-9a-f-]{36}\\]\\.additional\\[${name}\\]\\[0\\]$`)),
        code,
        arguments: limit === undefined ? null : { 0: limit },
      },
      { fieldName: 'contactAndTicketsForm', code: whole, arguments: null },
    ],
  })
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['a day that is none', { born: '1990-02-30' }],
  ['a birth that is still to come', { born: '2100-01-01' }],
])('%s is error.restrictedValue', async (_, changes) => {
  expect(await answer(changes)).toMatchObject({
    status: 422,
    value: { validationErrors: [{ code: 'error.restrictedValue' }, {}] },
  })
})

test('good answers are good', async () => {
  expect((await answer({ born: yearsAgo(40), meal: 'meat', vat: 'DE 123 456 789' })).status).toBe(200)
})

test('an answer about an extra is told at its place below the ticket', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const info = await infoOf(buyer, id)
  const [item] = info.additionalServiceWithData
  const ticketUUID = ticketsOf(info)[0]?.uuid ?? ''
  const link = { additionalServiceItemId: item?.itemId ?? 0, ticketUUID, additional: { engraving: ['Augusta'] } }
  const { value } = await sendDetails(buyer, id, { ...filledIn(info), additionalServices: { [ticketUUID]: [link] } })
  expect(value).toMatchObject({
    validationErrors: expect.arrayContaining([
      {
        fieldName: `additionalServices[${ticketUUID}][0].additional[engraving][0]`,
        code: 'error.tooLong',
        arguments: { 0: 4 },
      },
    ]),
  })
})

const OF_THE_WHOLE: Record<WholeFormCode, () => Promise<Answer>> = {
  'error.STEP_2_MISSING_ATTENDEE_DATA': () => answer({ name: '' }),
  'error.STEP_2_INVALID_VAT': () => answer({ vat: '9' }),
  'error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED': () => send(form => ({ ...form, additionalServices: {} })),
}

test.each(WHOLE_FORM_CODES)('%s is told of the whole form', async code => {
  expect((await OF_THE_WHOLE[code]()).value).toMatchObject({
    validationErrors: expect.arrayContaining([{ fieldName: 'contactAndTicketsForm', code, arguments: null }]),
  })
})
