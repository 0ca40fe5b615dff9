import { expect, test } from 'vitest'
import * as calls from '#contract/desk-event.ts'
import { deskSignIn } from '#contract/member.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { PASSWORD, type Answer, enterDesk, openDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const alpine = await anOrganiser(url, apiKey)
const { organizationId } = alpine
const email = 'editor@example.org'
await enterDesk(served, { email, given: { role: 'EDITOR', scope: { kind: 'organization', organizationId } } })

/** The same member, whose browser asks for a language. */
async function deskIn(language: string) {
  const desk = openDesk(url, { 'sec-fetch-site': 'same-origin', 'accept-language': language })
  expect((await desk.ask(deskSignIn, { body: { email, password: PASSWORD } })).status).toBe(200)
  return desk
}
const reasons = ({ body }: Answer) =>
  (body as { errors: { field: string | null; message: string }[] }).errors.map(({ field, message }) => [field, message])

const german = await deskIn('de')
const italian = await deskIn('it')

test('what is wrong with a file is said in the language of the member, by its field', async () => {
  const bring = (desk: typeof german, text: string) =>
    desk.ask(calls.importDeskEvent, { body: { organizationId, text, dryRun: true } })
  expect(reasons(await bring(german, 'title: [1, 2]\ntickets:\n  max: many\nnonsense: 1'))).toEqual(
    expect.arrayContaining([
      ['title', 'Das muss Text sein.'],
      ['tickets.max', 'Das muss eine ganze Zahl sein.'],
      ['nonsense', expect.stringContaining('Diese Angabe gibt es nicht: nonsense.')],
    ]),
  )
  expect(reasons(await bring(italian, 'title: Night\nformat: SOMEWHERE'))).toEqual(
    expect.arrayContaining([['format', expect.stringContaining('Questo valore non è conosciuto.')]]),
  )
  expect(reasons(await bring(german, 'title: Night\n  tickets: : :'))).toEqual([
    ['', expect.stringMatching(/^Zeile \d+ ist nicht lesbar/)],
  ])
  expect(reasons(await bring(italian, 'title: &a [*a]'))).toEqual([
    ['', expect.stringContaining('rimanda a se stessa')],
  ])
  expect(reasons(await bring(german, `title: ${'x'.repeat(30_000)}`))[0]?.[1]).toMatch(/^Das ist zu lang: höchstens/)
})

test('what is wrong with a setting of an event is said with the name of the setting, in the language of the member', async () => {
  const slug = await alpine.open(anEventFile(clock.now(), { slug: 'worded', categories: [aCategoryFile(clock.now())] }))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', slug)
    .executeTakeFirstOrThrow()
  const change = (desk: typeof german, settings: object) =>
    desk.ask(calls.changeDeskEvent, { params: { eventId: String(id) }, body: { base: 1, changes: { settings } } })
  const label = shop.texts.text('de', 'foyer.setting.MAX_AMOUNT_OF_TICKETS_BY_RESERVATION')
  const wrong = await change(german, { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 'many' })
  expect(reasons(wrong)).toEqual([
    [
      'settings.MAX_AMOUNT_OF_TICKETS_BY_RESERVATION',
      expect.stringMatching(new RegExp(`^${label}: Geben Sie eine ganze Zahl von \\d+ bis \\d+ ein`)),
    ],
  ])
  expect(reasons(await change(italian, { NO_SUCH_SETTING: 1 }))).toEqual([
    ['settings.NO_SUCH_SETTING', 'L’impostazione NO_SUCH_SETTING non esiste. La tolga.'],
  ])
})
