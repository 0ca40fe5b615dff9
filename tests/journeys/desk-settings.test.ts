import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SECTIONS, sectionPath } from '#client/desk/settings/sections.ts'
import { putDeskOrganization } from '#contract/desk-organizations.ts'
import { deskOrganizationsPagePath, deskSettingsPagePath } from '#contract/paths.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { SETTINGS } from '#server/foundation/setting/registry.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage, takePicture } from '../support/browser/inspect-page.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { button, link, openCode } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

const SET = ['HOST', 'PORT', 'SECURITY']
  .map(name => `MAIL_SERVER_${name}`)
  .concat('MAIL_SENDER', 'BANK_ACCOUNT_NR', 'BANK_TRANSFER_ENABLED')
/** An event with tickets that cost something. */
const PRICED = 'alpine-systems-days'
const WRONG = 'CH93 0076 2011 6238 5295 8'
const RIGHT = 'CH93 0076 2011 6238 5295 7'

const aLogo = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 120, channels: 3, background: '#1a5fa8' } })
    .png()
    .toBuffer()

describe.each(wayByTurns(waysIn('de'), 0))('Settings at the desk, $width px, $hand, $language', way => {
  test('an owner sets a mail server and an account, mends what is refused, and puts it back', async () => {
    // Each way begins with a shop in which nothing is set.
    await shop.db.kysely
      .deleteFrom('setting')
      .where('key', 'in', [...SET])
      .execute()
    const mail = await testMailServer()
    const { hostname, port } = new URL(mail.url)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of 422/)
    await enterAsOwner(shop, visitor, `settings-${way.width}@example.org`)
    const field = (key: string) => page.locator(`#setting-${key}`)
    const save = () => does.press(page.getByRole('button', { name: say('foyer.desk.save'), exact: true }))
    const saved = async () => {
      await save()
      await page.getByRole('region', { name: say('foyer.desk.unsaved.title') }).waitFor({ state: 'detached' })
    }

    await visitor.open(deskSettingsPagePath)
    await field('SHOP_NAME').waitFor()
    await does.press(button(visitor, say('foyer.desk.base-address.check')))
    await page.getByText(say('foyer.desk.base-address.GOOD')).waitFor()
    await inspectPage(visitor, 'desk-settings')

    await does.press(link(visitor, say('foyer.desk.section.mail')))
    await does.write(field('MAIL_SERVER_HOST'), hostname)
    await does.write(field('MAIL_SERVER_PORT'), port)
    await does.write(field('MAIL_SENDER'), 'tickets@example.org')
    await field('MAIL_SERVER_SECURITY').selectOption('none')
    await does.press(button(visitor, say('foyer.desk.test-mail')))
    await page.getByText(say('foyer.desk.test-mail.accepted'), { exact: true }).waitFor()
    expect(mail.received.map(({ to }) => to?.[0]?.address)).toEqual([`settings-${way.width}@example.org`])
    await page.reload()
    await page.getByText(say('foyer.desk.unsaved', 4)).waitFor()
    await takePicture(visitor, 'desk-settings-unsaved')
    await saved()
    await does.choose(page.locator('#sample-mail'), say('foyer.desk.sample-mail.transfer-instructions'))
    await does.press(button(visitor, say('foyer.desk.sample-mail.send')))
    await page.getByText(say('foyer.desk.sample-mail.sent', `settings-${way.width}@example.org`)).waitFor()
    await shop.runJobs()
    await expect.poll(() => mail.received.at(-1)?.subject).toMatch(/^Test ?: /)
    await inspectPage(visitor, 'desk-settings-mail')

    await does.press(link(visitor, say('foyer.desk.section.payments')))
    await does.press(field('BANK_TRANSFER_ENABLED'))
    await does.write(field('BANK_ACCOUNT_NR'), WRONG)
    await save()
    await page.locator('#setting-BANK_ACCOUNT_NR-error').waitFor()
    await expect.poll(() => page.locator(':focus').textContent()).toContain(say('foyer.desk.not-saved'))
    await inspectPage(visitor, 'desk-settings-refused')
    await does.write(field('BANK_ACCOUNT_NR'), RIGHT)
    await saved()
    await page.getByText(say('foyer.desk.payment.can'), { exact: true }).first().waitFor()

    await does.write(field('BANK_ACCOUNT_NR'), '')
    await does.write(field('BANK_ACCOUNT_NR'), RIGHT)
    await expect.poll(() => page.getByText(say('foyer.desk.unsaved.one')).count()).toBe(0)
    const row = page
      .locator('div', { has: field('BANK_ACCOUNT_NR') })
      .last()
      .locator('..')
    await does.press(row.getByRole('button', { name: say('foyer.desk.origin.put-back') }))
    await saved()
    expect(await field('BANK_ACCOUNT_NR').inputValue()).toBe('')
    void mail.close()

    await does.press(link(visitor, say('foyer.desk.section.look')))
    await field('SHOP_LOGO').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await aLogo() })
    await does.press(button(visitor, say('foyer.desk.crop.use')))
    await page.getByAltText(say('foyer.desk.setting.image-now')).waitFor()
    await does.write(field('SHOP_ACCENT'), '#1a5fa8')
    await takePicture(visitor, 'desk-settings-look')
    await saved()
    await does.press(page.getByRole('button', { name: say('foyer.desk.setting.image-remove') }))
    await does.write(field('SHOP_ACCENT'), '')
    await saved()
  })
})

describe.each(wayByTurns(waysIn('de'), 1))('Organisations at the desk, $width px, $hand, $language', way => {
  test('an owner creates an organisation, gives it a key, and words a text', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `organisations-${way.width}@example.org`)
    await visitor.open(deskOrganizationsPagePath)
    const name = `Drama Club ${way.width}`
    await does.write(page.locator('#name'), name)
    await does.write(page.locator('#email'), 'hello@drama.example')
    await does.write(page.locator('#description'), 'Plays, mostly sad ones')
    await inspectPage(visitor, 'desk-organisations')
    await does.press(button(visitor, say('foyer.desk.organizations.create')))
    await page.getByRole('heading', { level: 1, name }).waitFor()
    // Each member of an organisation has a field.
    const fields = await page
      .locator('form')
      .locator('input, textarea')
      .evaluateAll(all => all.map(({ id }) => id))
    expect(new Set(fields)).toEqual(new Set(Object.keys(putDeskOrganization.body.properties)))
    await does.write(page.locator('#description'), 'Plays, sometimes merry')
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await inspectPage(visitor, 'desk-organisation')
    await does.press(button(visitor, say('foyer.desk.save')))
    await page.getByText(say('foyer.desk.saved')).first().waitFor()

    await does.press(link(visitor, say('foyer.desk.section.keys')))
    await does.write(page.locator('#description'), 'Box office')
    await does.press(button(visitor, say('foyer.desk.keys-of.make')))
    await page.getByText(say('foyer.desk.keys-of.once')).waitFor()
    await inspectPage(visitor, 'desk-keys')
    await does.press(page.getByRole('button', { name: say('foyer.desk.keys-of.revoke') }))
    await does.press(page.getByRole('button', { name: say('foyer.desk.keys-of.sure') }))
    await page.getByText(say('foyer.desk.keys-of.none')).waitFor()

    await does.press(link(visitor, say('foyer.desk.section.texts')))
    await does.write(page.locator('#texts-search'), 'reservation-page.on-site')
    const text = page.locator('[id="text-reservation-page.on-site"]')
    await text.waitFor()
    await does.write(text, 'Pay at the desk')
    await inspectPage(visitor, 'desk-texts')
    await does.press(button(visitor, say('foyer.desk.save')))
    await does.press(page.getByRole('button', { name: say('foyer.desk.put-back') }))
    await expect.poll(() => page.getByRole('button', { name: say('foyer.desk.put-back') }).count()).toBe(0)
    await shop.db.kysely.deleteFrom('setting').where('key', '=', 'MAIL_SERVER_HOST').execute()
    await does.press(button(visitor, say('foyer.desk.sample-mail.send')))
    await page.getByText(say('foyer.desk.test-mail.captured')).waitFor()
  })

  test('a code for all events is set at the desk, mended where it is refused, and lowers the price of an event', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of 422/)
    await enterAsOwner(shop, visitor, `codes-${way.width}@example.org`)
    const { organizationId } = await shop.db.kysely
      .selectFrom('event')
      .innerJoin('purchase_context as context', 'context.id', 'event.id')
      .select('context.organization_id as organizationId')
      .where('short_name', '=', PRICED)
      .executeTakeFirstOrThrow()
    await visitor.open(sectionPath({ organizationId }, 'codes'))
    await does.press(button(visitor, say('foyer.desk.add.promoCodes')))
    // The one that is open: the sample has codes of its own.
    const field = (name: string) => page.locator(`[id^="f-promoCodes-"][id$="-${name}"]`)
    await does.write(field('name'), `everywhere-${way.width}`)
    await field('discountType').selectOption('PERCENTAGE')
    await does.write(field('discount'), '20')
    await does.press(button(visitor, say('foyer.desk.save')))
    await field('validTo-error').waitFor()
    await inspectPage(visitor, 'desk-organisation-codes-refused')
    await does.write(field('validTo'), '31.12.2035')
    await does.write(field('validTo-time'), '18.00')
    // What is typed of a time is read once its field is left.
    await field('validTo-time').blur()
    await page.reload()
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await does.press(button(visitor, say('foyer.desk.save')))
    await expect.poll(() => page.getByText(say('foyer.desk.unsaved.one')).count()).toBe(0)
    await does.press(page.getByRole('button', { name: `EVERYWHERE-${way.width}` }).first())
    await inspectPage(visitor, 'desk-organisation-codes')

    await visitor.open(`/event/${PRICED}`)
    await openCode(visitor)
    await does.write(page.locator('#promo-code'), `everywhere-${way.width}`)
    await does.press(button(visitor, say('show-event.promo-code.apply')))
    await page.getByText(say('show-event.promo-code-percentage-discount', '20%'), { exact: true }).waitFor()
  })
})

test('every setting that an organiser may set is at the desk, for the shop and for an organisation', async () => {
  const visitor = await enter({ width: 1280, hand: 'mouse', language: 'en' })
  const { page, say } = visitor
  await enterAsOwner(shop, visitor, 'all-settings@example.org')
  const [{ id: organizationId } = { id: 0 }] = await shop.db.kysely
    .selectFrom('organization')
    .select('id')
    .limit(1)
    .execute()
  for (const place of [{ organizationId: null }, { organizationId }]) {
    const seen = new Set<string>()
    for (const section of SECTIONS) {
      if (section === 'keys' || section === 'texts') continue
      await visitor.open(sectionPath(place, section))
      await page.getByRole('navigation', { name: say('foyer.desk.settings') }).waitFor()
      await page.getByRole('link', { name: say('foyer.desk.section.advanced') }).waitFor()
      // On a slow machine the parts of the page are there before what is in them.
      await expect.poll(() => page.getByText(say('foyer.loading')).count(), { timeout: 10_000 }).toBe(0)
      const folded = page.locator('details:not([open]) > summary:has(h2)')
      while ((await folded.count()) > 0) await folded.first().click()
      const bare = page.locator('details:has(> summary > h2):not(:has(> div))')
      await expect.poll(() => bare.count(), { timeout: 10_000 }).toBe(0)
      const ids = await page.locator('[id^="setting-"]').evaluateAll(all => all.map(({ id }) => id))
      for (const id of ids) seen.add(/^setting-([A-Z_0-9]+)$/.exec(id)?.[1] ?? '')
      // Those of an organisation are rows of the same kinds.
      if (isLongRun() || place.organizationId === null) await inspectPage(visitor, `desk-all-${section}`)
    }
    seen.delete('')
    const level = place.organizationId === null ? 'system' : 'organization'
    const stated = Object.entries<SettingDefinition>(SETTINGS).filter(([, { levels }]) => levels.includes(level))
    expect([...seen].toSorted()).toEqual(stated.map(([key]) => key).toSorted())
  }
})
