import { describe, expect, test } from 'vitest'
import { deskOrganizationSectionPagePath, pathTo } from '#contract/paths.ts'
import { aFreeEventFile } from '../builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { agree, arrive, button, contactField, reservationIdOf, reserve, stubOf, writePerson } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('de'), 1))('Terms kept by the shop, $width px, $hand, $language', way => {
  test('are written and published at the desk, agreed to by a buyer, and stay those of the order', async () => {
    const name = `terms-${way.width}-${way.hand}`
    const { organizationId, open } = await organiserOf(shop, `Club ${name}`)
    const event = await open(
      aFreeEventFile(thisMoment(), { slug: name, seats: 1, termsAndConditionsUrl: null, privacyPolicyUrl: null }),
    )
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
    await enterAsMember(shop, visitor, { email: `${name}@example.org`, given })
    const settings = pathTo(deskOrganizationSectionPagePath, { organizationId, section: 'legal' })
    await visitor.open(settings)
    const panel = page.getByRole('region', { name: say('foyer.legal.TERMS'), exact: true })
    await panel.getByText(say('foyer.desk.legal.none')).waitFor()
    await inspectPage(visitor, 'desk-legal-none')

    await does.press(panel.getByRole('button', { name: say('foyer.desk.legal.write.first') }))
    const text = panel.getByRole('textbox', { name: say('foyer.legal.TERMS') })
    await does.write(text, '## Tickets\n\nThey are good for one evening.')
    await page.reload()
    await expect.poll(() => text.inputValue()).toContain('one evening')
    await does.press(panel.getByRole('button', { name: say('foyer.desk.edit.preview.show') }))
    await panel.getByRole('heading', { name: 'Tickets' }).waitFor()
    await does.press(panel.getByRole('button', { name: say('foyer.desk.legal.save') }))
    await panel.getByText(say('foyer.desk.legal.draft'), { exact: true }).waitFor()
    await inspectPage(visitor, 'desk-legal-draft')
    const publish = async () => {
      await does.press(panel.getByRole('button', { name: say('foyer.desk.legal.publish'), exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say('foyer.desk.legal.publish.text')).waitFor()
      await does.press(dialog.getByRole('button', { name: say('foyer.desk.legal.publish'), exact: true }))
      await dialog.waitFor({ state: 'hidden' })
    }
    await publish()
    await panel.getByText(say('foyer.desk.legal.in-force')).waitFor()
    const address = await panel.getByRole('link').getAttribute('href')

    // A buyer of the event agrees to it.
    const guest = await enter(way)
    await guest.open(`/event/${event}`)
    await expect.poll(() => stubOf(guest, 'Everybody').locator('output').textContent()).toBe('1')
    await reserve(guest)
    await writePerson(guest, part => contactField(guest, part), {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `ada.${name}@example.org`,
    })
    await guest.page.locator('#terms').waitFor()
    expect(await guest.page.locator(`label a[href="${address}"]`).count()).toBe(1)
    const orderId = reservationIdOf(guest)
    await agree(guest)
    await does.press(button(guest, say('foyer.overview.get-free')))
    await arrive(guest, say('foyer.success.title', 'Ada'), /\/success$/)
    await guest.open(new URL(address ?? '').pathname)
    await guest.page.getByText('They are good for one evening.').waitFor()
    await inspectPage(guest, 'legal-text')

    // The next version begins with the one before.
    await does.press(panel.getByRole('button', { name: say('foyer.desk.legal.write.next') }))
    await expect.poll(() => text.inputValue()).toContain('one evening')
    await does.write(text, '## Tickets\n\nThey are good for two evenings.')
    await publish()
    await expect.poll(() => panel.getByRole('link').count()).toBe(2)
    await inspectPage(visitor, 'desk-legal-versions')

    await visitor.open(`/desk/orders?order=${orderId}`)
    const kept = page.locator(`a[href="${address}"]`)
    await kept.waitFor()
    await visitor.open(new URL(address ?? '').pathname)
    await page.getByText('They are good for one evening.').waitFor()
    await inspectPage(visitor, 'legal-text-superseded')
    await does.press(page.getByRole('link', { name: say('foyer.legal.newest') }))
    await page.getByText('They are good for two evenings.').waitFor()
  })
})
