import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { pathTo } from '#contract/paths.ts'
import { ticketViewPagePath } from '#contract/ticket-paths.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { googleWallet } from '#tests/fakes/google-wallet.ts'
import { type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { passCertificates } from '../support/documents/pass-certificates.ts'
import { readPass } from '../support/documents/read-pass.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { PASS_TYPE_IDENTIFIER, aFreeTicket, appleSettings, googleSettings } from '../support/documents/wallets.ts'
import { link } from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const google = await googleWallet()
const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
const shop = await runningShop({ GOOGLE_WALLET_API_BASE: google.url, GOOGLE_TOKEN_API_BASE: google.url })
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Pocket House')
const settings = { ...appleSettings(certificates), ...googleSettings(google) }
const withWallets = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'pockets', settings }))
const without = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'no-pockets' }))

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'keyboard', language: 'en' },
  { width: 390, hand: 'touch', language: 'en' },
]

describe.each(wayByTurns(WAYS, 0))('A ticket for my telephone, $width px, $hand, $language', way => {
  test('goes into either wallet from every page of it; when one fails I have my ticket all the same', async () => {
    const ticket = await aFreeTicket(shop.url, withWallets)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const view = pathTo(ticketViewPagePath, { eventName: withWallets, ticketIdentifier: ticket.uuid })
    const [apple, googles] = ['apple', 'google'].map(name =>
      link(visitor, new RegExp(`^${say(`foyer.wallet.${name}`)}`)),
    )
    if (!apple || !googles) throw new Error('two wallets')

    await visitor.open(`/event/${withWallets}/reservation/${ticket.order}/success?lang=${way.language}`)
    await apple.waitFor()
    await googles.waitFor()
    await inspectPage(visitor, 'wallet-1-success')
    await visitor.open(view.replace(/view$/, 'update'))
    await apple.waitFor()
    await googles.waitFor()
    await inspectPage(visitor, 'wallet-2-update')
    await visitor.open(view)
    await googles.waitFor()
    await inspectPage(visitor, 'wallet-3-view')

    const downloading = page.waitForEvent('download')
    await does.press(apple)
    const { pass } = await readPass(await readFile(await (await downloading).path()), certificates.root)
    expect(pass).toMatchObject({ eventTicket: { auxiliaryFields: [{ value: 'Ada 1 Lovelace' }] } })

    const mails = await shop.mailsTo('ada1@example.org', 1)
    const mail = mails.find(({ html }) => html.includes(view.replace(/\/view$/, '')))
    const calendars = ['Google', 'Outlook'].map(name => say('foyer.mail.ticket.calendar', name))
    for (const words of [say('foyer.wallet.apple'), say('foyer.wallet.google'), ...calendars])
      expect(mail?.html).toContain(words)

    google.behave('down')
    await does.press(googles)
    await page.getByText(say('foyer.wallet.unreachable')).waitFor()
    await inspectPage(visitor, 'wallet-4-unreachable')
    google.behave('usual')
    const leaving = page.waitForRequest(/^https:\/\/pay\.google\.com\/gp\/v\/save\//)
    visitor.expectComplaint(/pay\.google\.com/)
    await does.press(googles)
    const token = (await leaving).url().split('/').at(-1) ?? ''
    expect(google.claimsOf(token)).toMatchObject({ aud: 'google', typ: 'savetowallet' })
  })

  test('and so does a pass that I have bought, from the page of its order', async () => {
    const stored = Object.entries(settings).map(([key, value]) => [key, String(value)] as const)
    const { publicId } = await storePass(
      { db: shop.db, clock: { now: thisMoment } },
      { organizationId: organiser.organizationId, price: 0n, settings: Object.fromEntries(stored) },
    )
    const order = await buyPass(aBuyer(shop.url), publicId, { by: 'NONE' })
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`/subscription/${publicId}/reservation/${order}/success?lang=${way.language}`)
    const downloading = page.waitForEvent('download')
    await does.press(link(visitor, say('foyer.wallet.apple')))
    const { pass } = await readPass(await readFile(await (await downloading).path()), certificates.root)
    expect(pass).toMatchObject({ generic: { secondaryFields: [{ value: 'Ada Lovelace' }] } })
    google.behave('down')
    await does.press(link(visitor, say('foyer.wallet.google')))
    await page.getByText(say('foyer.wallet.pass-unreachable')).waitFor()
    await inspectPage(visitor, 'wallet-5-pass')
    google.behave('usual')
  })

  test('is offered to no wallet where none is set up', async () => {
    const ticket = await aFreeTicket(shop.url, without)
    const visitor = await enter(way)
    await visitor.open(pathTo(ticketViewPagePath, { eventName: without, ticketIdentifier: ticket.uuid }))
    await link(visitor, visitor.say('foyer.success.pdf')).waitFor()
    expect(await link(visitor, /Wallet/).count()).toBe(0)
  })
})
