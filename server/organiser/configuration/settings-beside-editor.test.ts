import { describe, expect, test } from 'vitest'
import { type DeskConflict, type DeskEvent, changeDeskEvent, readDeskEvent } from '#contract/desk-event.ts'
import { listEventChanges } from '#contract/desk-event-changes.ts'
import { type DeskPass, changeDeskPass, readDeskPass } from '#contract/desk-pass.ts'
import { configureContext } from '#contract/organiser.ts'
import { putText } from '#contract/desk-organizations.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { putSettings, readSettings, settingIn, settingsDesk } from '#tests/support/organiser/settings-desk.ts'

const { shop, alpine, organizationId, eventId, owner, editor } = await settingsDesk()
const { publicId: passId } = await storePass(shop, { organizationId })

const at = { params: { eventId: String(eventId) } }
const read = async () => (await owner.ask(readDeskEvent, at)).body as DeskEvent
const edit = (base: number, changes: object) => owner.ask(changeDeskEvent, { ...at, body: { base, changes } })
const stated = async (key: 'RESERVATION_TIMEOUT') => settingIn(await readSettings(owner, { eventId }), key).value

describe('one member edits an event, and another its settings beside it', () => {
  test('and what both state is a conflict with the value, who and when; nothing is stored', async () => {
    const { version: base } = await read()
    expect((await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { eventId })).status).toBe(200)
    const met = await edit(base, { title: 'Mine', settings: { RESERVATION_TIMEOUT: 40 } })
    expect(met).toMatchObject({ status: 409 })
    const { version, conflicts } = met.body as DeskConflict
    expect(conflicts).toEqual([
      {
        member: 'settings.RESERVATION_TIMEOUT',
        theirs: '"15"',
        before: null,
        by: 'Grace Hopper',
        at: shop.clock.now(),
      },
    ])
    expect([(await read()).file.title, await stated('RESERVATION_TIMEOUT')]).toEqual(['Meetup', '15'])
    expect(await edit(version, { settings: { RESERVATION_TIMEOUT: 40 } })).toMatchObject({ status: 200 })
    expect(await stated('RESERVATION_TIMEOUT')).toBe('40')
  })

  test('and null for all settings meets it, too, while other members are merged', async () => {
    await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { eventId })
    const { version: base } = await read()
    await putSettings(editor, { RESERVATION_TIMEOUT: 16, DISPLAY_TICKETS_LEFT_INDICATOR: true }, { eventId })
    const met = (await edit(base, { settings: null })) as { status: number; body: DeskConflict }
    expect([met.status, met.body.conflicts.map(({ member }) => member).toSorted()]).toEqual([
      409,
      ['settings.DISPLAY_TICKETS_LEFT_INDICATOR', 'settings.RESERVATION_TIMEOUT'],
    ])
    expect((await edit(base, { tags: ['merged'], settings: { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 4 } })).status).toBe(
      200,
    )
    expect([await stated('RESERVATION_TIMEOUT'), (await read()).file.tags]).toEqual(['16', ['merged']])
  })

  test('and the same value by both, as a number or a text, is no conflict', async () => {
    const { version: base } = await read()
    await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { eventId })
    expect((await edit(base, { settings: { RESERVATION_TIMEOUT: 15 } })).status).toBe(200)
  })

  test('and a secret that was replaced is a conflict that shows neither value', async () => {
    await putSettings(owner, { STRIPE_SECRET_KEY: 'sk_test_first' }, { eventId })
    const { version: base } = await read()
    await putSettings(owner, { STRIPE_SECRET_KEY: 'sk_test_second' }, { eventId })
    const met = await edit(base, { settings: { STRIPE_SECRET_KEY: 'sk_test_mine' } })
    expect(met).toMatchObject({ status: 409, body: { conflicts: [{ member: 'settings.STRIPE_SECRET_KEY' }] } })
    const log = await owner.ask(listEventChanges, at)
    expect(JSON.stringify([met, log])).not.toContain('sk_test_')
  })

  test('and a settings page that was read before the edit is refused', async () => {
    const { version: base } = await read()
    expect((await edit(base, { settings: { RESERVATION_TIMEOUT: 30 } })).status).toBe(200)
    const late = await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { eventId, was: { RESERVATION_TIMEOUT: null } })
    expect(codes(late)).toEqual([['RESERVATION_TIMEOUT', 'foyer.setting.refused.changed']])
  })

  test('and of both at once one wins, and the other one learns it', async () => {
    const { version: base } = await read()
    const answers = await Promise.all([
      edit(base, { settings: { RESERVATION_TIMEOUT: 30 } }),
      putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { eventId, was: { RESERVATION_TIMEOUT: null } }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual(statuses)
    expect(await stated('RESERVATION_TIMEOUT')).toBe(statuses[0] === 200 ? '30' : '15')
  })
})

test('what changes nothing, or is refused, raises no version and is not in the log', async () => {
  await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { eventId })
  const { version } = await read()
  expect((await putSettings(editor, { RESERVATION_TIMEOUT: ' 15 ' }, { eventId })).status).toBe(200)
  expect((await putSettings(editor, { RESERVATION_TIMEOUT: 16, NO_SUCH: 'x' }, { eventId })).status).toBe(422)
  expect((await read()).version).toBe(version)
  expect(await shop.db.kysely.selectFrom('change_log').select('kind').execute()).toEqual([{ kind: 'EVENT' }])
})

test('own texts that are stated beside the editor are members of the event', async () => {
  const { version: base } = await read()
  const key = 'reservation-page.on-site'
  const put = await editor.ask(putText, { body: { language: 'en', key, text: 'At the desk', eventId } })
  expect(put.status).toBe(204)
  const met = await edit(base, { i18nOverride: { en: { [key]: 'By the door' } } })
  expect(met).toMatchObject({ status: 409, body: { conflicts: [{ member: `i18nOverride.en.${key}` }] } })
  expect((await edit(base, { tags: ['other'] })).status).toBe(200)
})

test('a program that states settings by the wire changes the event, too', async () => {
  const { version: base } = await read()
  const sent = await alpine.api.ask(configureContext, {
    params: { organizationId, purchaseContextType: 'event', publicIdentifier: 'alpine' },
    body: { RESERVATION_TIMEOUT: 12 },
  })
  expect(sent.status).toBe(200)
  const met = await edit(base, { settings: { RESERVATION_TIMEOUT: 40 } })
  expect(met).toMatchObject({ status: 409, body: { conflicts: [{ by: expect.stringMatching(/^key/) }] } })
})

test('settings of a pass are members of the pass', async () => {
  const ofPass = { params: { passId } }
  const { version: base } = (await owner.ask(readDeskPass, ofPass)).body as DeskPass
  await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { passId })
  const body = { base, changes: { settings: { RESERVATION_TIMEOUT: 40 } } }
  expect(await owner.ask(changeDeskPass, { ...ofPass, body })).toMatchObject({
    status: 409,
    body: { conflicts: [{ member: 'settings.RESERVATION_TIMEOUT', theirs: '"15"' }] },
  })
})
