import { describe, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { deskOrganizationSectionPagePath, pathTo } from '#contract/paths.ts'
import { aFreeEventFile } from '../builders/event-file.ts'
import { webhookReceiver } from '../fakes/webhook-receiver.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const receiver = await webhookReceiver()

describe.each(wayByTurns(waysIn('it'), 1))('Webhooks at the desk, $width px, $hand, $language', way => {
  test('one is made, a free order arrives signed, and is sent again from the log', async () => {
    const name = `hooks-${way.width}-${way.hand}`
    const { organizationId, open } = await organiserOf(shop, `Club ${name}`)
    const event = await open(aFreeEventFile(thisMoment(), { slug: name, seats: 10 }))
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
    await enterAsMember(shop, visitor, { email: `${name}@example.org`, given })
    await visitor.open(pathTo(deskOrganizationSectionPagePath, { organizationId, section: 'webhooks' }))
    await page.getByText(say('foyer.desk.webhooks.none')).waitFor()
    await inspectPage(visitor, 'desk-webhooks-none')

    await does.write(page.getByLabel(say('foyer.desk.webhooks.url')), 'ftp://example.org')
    await does.press(button(visitor, say('foyer.desk.webhooks.make')))
    await page.getByText(say('foyer.desk.webhook.url.not-a-url')).first().waitFor()
    await does.write(page.getByLabel(say('foyer.desk.webhooks.url')), `${receiver.url}/${name}`)
    await does.write(page.getByLabel(say('foyer.desk.webhooks.description')), 'Newsletter')
    await does.press(button(visitor, say('foyer.desk.webhooks.make')))
    const secret = await page.getByText(/^whsec_/).innerText()
    await inspectPage(visitor, 'desk-webhooks-made')

    receiver.received.length = 0
    const orderId = await buy(aBuyer(shop.url), event, { Everybody: 1 }, { by: 'NONE' })
    await shop.runJobs()
    const verified = receiver.received.map(({ headers, body }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    )
    expect(verified).toMatchObject([{ type: 'order.completed', data: { orderId } }])

    const panel = page.getByRole('region', { name: 'Newsletter' })
    await does.press(panel.getByRole('button', { name: say('foyer.desk.webhooks.log') }))
    const log = panel.getByRole('region', { name: say('foyer.desk.webhooks.log') })
    await log.getByText(say('foyer.desk.webhooks.status.DELIVERED')).waitFor()
    await does.press(log.getByRole('button', { name: say('foyer.desk.webhooks.details') }))
    await log.getByText(/"order.completed"/).waitFor()
    await inspectPage(visitor, 'desk-webhooks-log')
    await does.press(log.getByRole('button', { name: say('foyer.desk.webhooks.again'), exact: true }))
    await page.getByText(say('foyer.desk.webhooks.again.done')).waitFor()
    await shop.runJobs()
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received).toHaveLength(2)

    // The receiver is gone for good: the webhook is switched off, and its page says why.
    receiver.answer({ status: 410 })
    await does.press(panel.getByRole('button', { name: say('foyer.desk.webhooks.test') }))
    await page.getByText(say('foyer.desk.webhooks.test.sent')).waitFor()
    await shop.runJobs()
    await does.press(log.getByRole('button', { name: say('foyer.desk.webhooks.log.again') }))
    await panel.getByText(say('foyer.desk.webhooks.off'), { exact: true }).waitFor()
    await inspectPage(visitor, 'desk-webhooks-off')
    receiver.answer({ status: 200 })
  })
})
