import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  deskEditEventPagePath,
  deskEventsPagePath,
  deskNewEventPagePath,
  deskOrganizationSectionPagePath,
  pathTo,
} from '#contract/paths.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage, takePicture } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { button, link } from './purchase.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const other = otherBuyer(shop)

describe.each(wayByTurns(waysIn('de'), 0))('Events at the desk, $width px, $hand, $language', way => {
  test('an owner creates an event, changes it, reloads in between, and publishes it', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `events-${way.width}@example.org`)
    const title = `Harbour concert ${way.width}`

    await visitor.open(deskEventsPagePath)
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.events') }).waitFor()
    await page.getByRole('listitem').first().waitFor()
    await inspectPage(visitor, 'desk-events')
    await does.press(link(visitor, say('foyer.desk.new-event')))
    await page.locator('#title').waitFor()
    await does.write(page.locator('#title'), title)
    await does.write(page.locator('#startDate'), '15.5.2028')
    await does.write(page.locator('#startDate-time'), '19.30')
    await does.write(page.locator('#address'), 'Hafenstrasse 1, Luzern')
    await does.write(page.locator('#category'), 'Seat')
    await does.write(page.locator('#price'), '0')
    await does.write(page.locator('#seats'), '80')
    await page.getByText(say('foyer.desk.from.FOYER')).first().waitFor()
    await inspectPage(visitor, 'desk-new-event')
    await does.press(button(visitor, say('foyer.desk.new-event.draft')))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await inspectPage(visitor, 'desk-edit-basics')

    await does.press(link(visitor, say('foyer.desk.part.tickets')))
    await does.press(page.getByRole('button', { name: 'Seat', exact: false }).first())
    await does.write(page.getByLabel(say('foyer.desk.member.maxTickets'), { exact: true }), '60')
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await inspectPage(visitor, 'desk-edit-tickets')
    await page.reload()
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await does.press(button(visitor, say('foyer.desk.save')))
    await page.getByText(say('foyer.desk.saved')).waitFor()
    await expect.poll(() => page.getByText(say('foyer.desk.unsaved.one')).count()).toBe(0)

    await page.getByText(say('foyer.desk.timeline.own-seats', 60)).waitFor()

    const inPage = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    await does.press(inPage(say('foyer.desk.part.page')))
    await does.write(page.locator('#f-description'), '## Programme\n\n- **Choir**')
    await does.press(button(visitor, say('foyer.desk.edit.preview.show')).first())
    await page.getByRole('heading', { level: 2, name: 'Programme' }).waitFor()
    await inspectPage(visitor, 'desk-edit-page')
    await does.press(button(visitor, say('foyer.desk.save')))
    await expect.poll(() => page.getByText(say('foyer.desk.unsaved.one')).count()).toBe(0)

    await does.press(inPage(say('foyer.desk.part.codes')))
    await does.write(page.locator('#codes-count'), '40')
    await does.write(page.locator('#codes-prefix'), 'friends-')
    await does.write(page.locator('#f-like-discount'), '10')
    await does.press(button(visitor, say('foyer.desk.codes.add')))
    await page.getByText(say('foyer.desk.list.shown', 10, 40)).waitFor()
    await inspectPage(visitor, 'desk-codes')
    await page.reload()
    await page.locator('#codes-count').waitFor()
    await does.press(inPage(say('foyer.desk.settings')))
    await page.getByText(say('foyer.desk.origin.FOYER')).first().waitFor()
    await inspectPage(visitor, 'desk-event-settings')

    await does.press(link(visitor, say('foyer.desk.event.overview')))
    await does.press(button(visitor, say('foyer.desk.act.publish')))
    await page.getByRole('dialog').getByText(say('foyer.desk.plan.no-mails')).waitFor()
    await inspectPage(visitor, 'desk-publish')
    await does.press(page.getByRole('dialog').getByRole('button', { name: say('foyer.desk.act.publish') }))
    await page.getByText(say('foyer.desk.state.public'), { exact: true }).waitFor()
    await page.getByRole('link', { name: `/e/harbour-concert-${way.width}` }).waitFor()
    await does.press(page.getByText(say('foyer.desk.share.picture'), { exact: true }).first())
    await inspectPage(visitor, 'desk-event')

    const shortName = `harbour-concert-${way.width}`
    const id = await other.reserve(shortName, { Seat: 1 })
    await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
    await other.confirmFree(id)
    await page.reload()
    await page.getByText(`1${say('foyer.desk.sold')}`).waitFor()
    await does.press(link(visitor, say('foyer.desk.as-buyer')))
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { level: 1, name: title }).waitFor()
    await frame.getByRole('group', { name: /Seat/ }).waitFor()
    // Folded on a phone.
    if (!(await page.locator('#at').isVisible())) await does.press(page.locator('summary:has(h2)'))
    await does.write(page.locator('#at'), '16.5.2028')
    await does.press(page.getByLabel(say('foyer.desk.as-buyer.code')))
    await page.getByText(say('foyer.desk.will.names-asked', 0)).waitFor()
    // Its sale has ended by then: no ticket can be taken.
    await expect.poll(() => frame.getByRole('group', { name: /Seat/ }).count()).toBe(0)
    await takePicture(visitor, 'desk-as-buyer')

    // As a file it becomes another event; that one is archived, and found among the archived ones.
    await does.press(link(visitor, say('foyer.desk.event.overview')))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say('foyer.desk.download-file') }).click(),
    ])
    const file = Buffer.concat(await (await download.createReadStream()).toArray()).toString()
    const buffer = Buffer.from(file.replaceAll(shortName, `${shortName}-again`))
    await visitor.open(deskEventsPagePath)
    await does.press(button(visitor, say('foyer.desk.import-file')))
    const dialog = page.getByRole('dialog')
    const chosen = { name: 'again.yaml', mimeType: 'application/yaml', buffer }
    await dialog.locator('input[type=file]').setInputFiles(chosen)
    await inspectPage(visitor, 'desk-import-file')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.import-file.do') }))
    await page.locator('#f-title').waitFor()
    await does.press(link(visitor, say('foyer.desk.event.overview')))
    for (const [act, state] of [
      ['unpublish', 'draft'],
      ['archive', 'archived'],
    ] as const) {
      await does.press(page.getByText(say('foyer.desk.more-acts'), { exact: true }))
      await does.press(button(visitor, say(`foyer.desk.act.${act}`)))
      await does.press(dialog.getByRole('button', { name: say(`foyer.desk.act.${act}`) }))
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(say(`foyer.desk.state.${state}`), { exact: true }).waitFor()
    }
    await visitor.open(deskEventsPagePath)
    await does.press(button(visitor, say('foyer.desk.events.archived')))
    await page.getByRole('link', { name: title }).waitFor()
    await inspectPage(visitor, 'desk-events-archived')
  })
})

test('a kind of tickets states a setting otherwise than its event, and is put back to it in one press', async () => {
  const organiser = await organiserOf(shop, 'Own Settings')
  const slug = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'own-settings', title: 'Own settings' }))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', slug)
    .executeTakeFirstOrThrow()
  const visitor = await enter({ width: 390, hand: 'touch', language: 'en' })
  const { page, does, say } = visitor
  await enterAsOwner(shop, visitor, 'own-settings@example.org')
  await visitor.open(`${pathTo(deskEditEventPagePath, { eventId: id })}?part=tickets`)
  await does.press(page.getByRole('button', { name: 'Everybody', exact: false }).first())
  await does.press(page.getByText(say('foyer.desk.more-fields'), { exact: true }))
  const most = page.locator('#f-tickets-categories-0-settings-MAX_AMOUNT_OF_TICKETS_BY_RESERVATION')
  const settings = page.getByRole('group', { name: say('foyer.desk.member.settings') })
  const isHere = () => settings.getByText(say('foyer.desk.origin.here'), { exact: true }).count()
  const unsaved = page.getByRole('region', { name: say('foyer.desk.unsaved.title') })
  const save = async () => {
    await does.press(button(visitor, say('foyer.desk.save')))
    await unsaved.waitFor({ state: 'detached' })
  }
  expect([await most.inputValue(), await isHere()]).toEqual(['5', 0])
  await does.write(most, '2')
  await expect.poll(isHere).toBe(1)
  await inspectPage(visitor, 'desk-category-settings')
  await save()
  expect([await most.inputValue(), await isHere()]).toEqual(['2', 1])
  await does.press(settings.getByRole('button', { name: say('foyer.desk.origin.put-back-to', 5), exact: false }))
  expect([await most.inputValue(), await isHere()]).toEqual(['5', 0])
  await save()
  await page.reload()
  await does.press(page.getByRole('button', { name: 'Everybody', exact: false }).first())
  await does.press(page.getByText(say('foyer.desk.more-fields'), { exact: true }))
  expect([await most.inputValue(), await isHere()]).toEqual(['5', 0])
})

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
] as const

test('two owners edit an event: other members merge, the same is shown to the second, who takes the first one’s', async () => {
  const organiser = await organiserOf(shop, 'Two Desks')
  const slug = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'two-desks', title: 'Two desks' }))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', slug)
    .executeTakeFirstOrThrow()
  const path = pathTo(deskEditEventPagePath, { eventId: id })
  const editors = await Promise.all(
    SCREENS.map(async screen => {
      const visitor = await enter(screen)
      await enterAsOwner(shop, visitor, `editor-${screen.width}@example.org`)
      await visitor.open(path)
      await visitor.page.locator('#f-title').waitFor()
      visitor.expectComplaint(/status of 409/)
      return visitor
    }),
  )
  const [first, second] = editors
  if (!first || !second) throw new Error('two editors')
  const save = async ({ page, does, say }: typeof first) => {
    await does.press(page.getByRole('button', { name: say('foyer.desk.save'), exact: true }))
  }
  await first.does.write(first.page.locator('#f-title'), 'Two desks, one event')
  await save(first)
  await first.page.getByText(first.say('foyer.desk.saved')).waitFor()
  await second.does.write(second.page.locator('#f-location-fullAddress'), 'Hafenstrasse 2, Luzern')
  await save(second)
  await second.page.getByText(second.say('foyer.desk.saved')).waitFor()
  await second.page.getByRole('heading', { level: 1, name: 'Two desks, one event' }).waitFor()

  await first.does.write(first.page.locator('#f-title'), 'Two desks, now')
  await save(first)
  await first.page.getByRole('heading', { level: 1, name: 'Two desks, now' }).waitFor()
  await second.does.write(second.page.locator('#f-title'), 'Two desks, later')
  await second.does.write(second.page.locator('#f-location-fullAddress'), 'Hafenstrasse 3, Luzern')
  await save(second)
  await second.page.getByText(second.say('foyer.desk.conflict.title')).waitFor()
  await inspectPage(second, 'desk-conflict')
  await second.does.press(button(second, second.say('foyer.desk.conflict.theirs')))
  await second.page.getByText(second.say('foyer.desk.conflict.title')).waitFor({ state: 'detached' })
  await save(second)
  await second.page.getByText(second.say('foyer.desk.saved')).waitFor()
  expect(await second.page.locator('#f-title').inputValue()).toBe('Two desks, now')
  expect(await second.page.locator('#f-location-fullAddress').inputValue()).toBe('Hafenstrasse 3, Luzern')
})

describe.each(wayByTurns(waysIn('fr'), 1))('A picture at the desk, $width px, $hand, $language', way => {
  test('is cut by hand as its camera was held, is sent whole where the browser cannot show it, and stays until one is used', async () => {
    const organiser = await organiserOf(shop, `Pictured ${way.width}`)
    const slug = `pictured-${way.width}`
    await organiser.open(aFreeEventFile(thisMoment(), { slug, title: 'Pictured' }))
    const { id } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', slug)
      .executeTakeFirstOrThrow()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `pictures-${way.width}@example.org`)
    await visitor.open(`${pathTo(deskEditEventPagePath, { eventId: id })}?part=page`)
    const field = page.getByRole('region', { name: say('foyer.desk.member.imageId') })
    const stored = page.getByRole('img', { name: say('foyer.desk.image.alt') })
    const dialog = page.getByRole('dialog')
    const use = () => does.press(dialog.getByRole('button', { name: say('foyer.desk.crop.use') }))
    const photograph = await aTurnedPhotograph()

    await drop(field, photograph)
    await dialog.getByText(say('foyer.desk.crop.size', ...inGroups(way.language, 6000, 3750))).waitFor()
    await inspectPage(visitor, 'desk-crop')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.leave-it') }))
    await dialog.waitFor({ state: 'detached' })
    expect(await stored.count()).toBe(0)

    await drop(field, photograph)
    await page.getByRole('group', { name: say('foyer.desk.crop.area') }).focus()
    // From the middle of the picture to its lower end.
    for (const _ of Array(4)) await page.keyboard.press('Control+ArrowDown')
    await use()
    await stored.waitFor()
    expect(await pictureOf(stored)).toEqual({ width: 2000, height: 1250, upper: 'orange', lower: 'orange' })

    await drop(field, photograph)
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.crop.shape.whole') }))
    await dialog.getByText(say('foyer.desk.crop.size', ...inGroups(way.language, 6000, 12_000))).waitFor()
    await use()
    await dialog.waitFor({ state: 'detached' })
    // Upright, in the proportion of the photograph, and much smaller.
    const whole = { width: 1000, height: 2000, upper: 'blue', lower: 'orange' }
    await expect.poll(() => pictureOf(stored)).toEqual(whole)

    visitor.expectComplaint(/status of 422/)
    await drop(field, Buffer.from('no picture at all'))
    await dialog.getByText(say('foyer.desk.crop.not-shown')).waitFor()
    await use()
    await dialog.getByText(say('foyer.desk.image.unreadable')).waitFor()
    await inspectPage(visitor, 'desk-crop-unreadable')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.leave-it') }))
    await does.press(button(visitor, say('foyer.desk.save')))
    await page.getByRole('region', { name: say('foyer.desk.unsaved.title') }).waitFor({ state: 'detached' })
    await page.reload()
    await stored.waitFor()
    expect(await pictureOf(stored)).toEqual(whole)
  })
})

/** As the desk writes numbers. */
const inGroups = (language: string, ...numbers: number[]): string[] =>
  numbers.map(number => new Intl.NumberFormat(language).format(number))

/** A picture of the shop: its size, and the colours of its upper and lower end. */
async function pictureOf(shown: Locator) {
  const file = await fetch(shop.url + ((await shown.getAttribute('src')) ?? ''))
  const content = Buffer.from(await file.arrayBuffer())
  const { width, height } = await sharp(content).metadata()
  const colourAt = async (top: number) => {
    const line = sharp(content).extract({ left: 0, top, width, height: 1 })
    const { channels } = await sharp(await line.png().toBuffer()).stats()
    return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'orange' : 'blue'
  }
  return { width, height, upper: await colourAt(2), lower: await colourAt(height - 3) }
}

/**
 * A photograph of 12,000 pixels as a telephone writes it that was held upright: lying, with the turn beside it. Its upper half is
 * blue, its lower half orange.
 */
async function aTurnedPhotograph(): Promise<Buffer> {
  const half = { width: 6000, height: 6000, channels: 3 } as const
  const lying = sharp({ create: { ...half, background: '#1a5fa8' } }).extend({ right: 6000, background: '#d97706' })
  return lying.withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/** Drops a file as a browser does that has carried it over the page. */
async function drop(target: Locator, content: Buffer): Promise<void> {
  const transfer = await target.evaluateHandle((element, base64) => {
    const { DataTransfer, File } = element.ownerDocument.defaultView
    const carried = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    carried.items.add(new File([bytes], 'night.jpg', { type: 'image/jpeg' }))
    return carried
  }, content.toString('base64'))
  for (const kind of ['dragover', 'drop']) await target.dispatchEvent(kind, { dataTransfer: transfer })
}

test('what cannot be paid is not published; its organisation gets an account, and then it is', async () => {
  const organiser = await organiserOf(shop, 'No Account Yet')
  const { organizationId } = organiser
  const visitor = await enter({ width: 390, hand: 'touch', language: 'en' })
  const { page, does, say } = visitor
  await enterAsOwner(shop, visitor, 'no-account@example.org')
  await visitor.open(deskNewEventPagePath)
  await page.locator('#organization').selectOption(String(organizationId))
  const typed = [
    ['#title', 'Supper club'],
    ['#startDate', '1.6.2028'],
    ['#startDate-time', '19'],
    ['#address', 'Hafenstrasse 1, Luzern'],
    ['#category', 'Seat'],
    ['#price', '40'],
    ['#seats', '12'],
  ] as const
  for (const [field, text] of typed) await does.write(page.locator(field), text)
  await does.press(button(visitor, say('foyer.desk.new-event.publish')))
  await page.getByRole('heading', { level: 1, name: 'Supper club' }).waitFor()
  await page.getByText(say('foyer.desk.not-payable')).waitFor()
  await does.press(button(visitor, say('foyer.desk.act.publish')))
  await page.getByRole('dialog').getByText(say('foyer.desk.plan.mend')).waitFor()
  await inspectPage(visitor, 'desk-publish-refused')
  const back = page.url()
  await visitor.open(pathTo(deskOrganizationSectionPagePath, { organizationId, section: 'payments' }))
  await does.press(page.locator('#setting-BANK_TRANSFER_ENABLED'))
  await does.write(page.locator('#setting-BANK_ACCOUNT_NR'), 'CH93 0076 2011 6238 5295 7')
  await does.write(page.locator('#setting-BANK_ACCOUNT_OWNER'), 'Supper Club, Luzern')
  await does.press(page.getByRole('button', { name: say('foyer.desk.save'), exact: true }))
  await page.getByRole('region', { name: say('foyer.desk.unsaved.title') }).waitFor({ state: 'detached' })
  await visitor.open(new URL(back).pathname)
  await does.press(button(visitor, say('foyer.desk.act.publish')))
  await does.press(page.getByRole('dialog').getByRole('button', { name: say('foyer.desk.act.publish') }))
  await page.getByText(say('foyer.desk.state.public'), { exact: true }).waitFor()
})

test('a member who has not signed in is led to it at the same address', async () => {
  const visitor = await enter({ width: 1280, hand: 'mouse', language: 'en' })
  visitor.expectComplaint(/status of 401/)
  await visitor.open(deskNewEventPagePath)
  await visitor.page.getByRole('heading', { level: 1, name: visitor.say('foyer.desk.sign-in.title') }).waitFor()
})
