import { describe, test } from 'vitest'
import {
  deskAccountPagePath,
  deskLinkPagePath,
  deskPagePath,
  deskPeoplePagePath,
  deskProviderCallbackPath,
  pathTo,
} from '#contract/paths.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { openIdProvider } from '#tests/fakes/openid-provider.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { PASSWORD } from '../support/organiser/desk.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { enterAsMember, signOut } from './desk.ts'
import { button, land, link } from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
/** By the name it has in links, to which providers lead back. */
const HOME = shop.url.replace('127.0.0.1', 'localhost')
const { enter: enterAt } = await browsing({ url: HOME })
const provider = await openIdProvider([HOME + deskProviderCallbackPath])

describe.each(wayByTurns(waysIn('de'), 0))('Signing in at the desk, $width px, $hand, $language', way => {
  const email = `owner-${way.width}-${way.hand}@example.org`

  test('the first owner opens the link, and signs in again after a wrong password', async () => {
    const token = await transaction(shop.db, tx => makeLink(tx, { kind: 'OWNER' }, thisMoment()))
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of (401|404)/)
    await visitor.open(pathTo(deskLinkPagePath, { token }))
    await land(visitor, say('foyer.desk.link.owner.title'), /^\/desk\/link\//)
    await inspectPage(visitor, 'desk-owner')
    await does.write(page.getByLabel(say('foyer.desk.email')), email)
    await does.write(page.getByLabel(say('foyer.desk.your-name')), 'Nadia Brunner')
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), 'short')
    await does.press(button(visitor, say('foyer.desk.link.owner.submit')))
    await page.getByText(say('foyer.desk.link.failed')).waitFor()
    await inspectPage(visitor, 'desk-owner-refused')
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(button(visitor, say('foyer.desk.link.owner.submit')))
    const menu = page.locator('summary', { hasText: 'NB' })
    await menu.waitFor()
    await page.waitForURL(url => url.pathname === deskPagePath)

    await does.press(menu)
    await inspectPage(visitor, 'desk-menu')
    await does.press(button(visitor, say('foyer.desk.sign-out')))
    await land(visitor, say('foyer.desk.sign-in.title'), /^\/desk$/)
    await inspectPage(visitor, 'desk-sign-in')
    await does.write(page.getByLabel(say('foyer.desk.email')), email)
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), 'not this one at all')
    await does.press(button(visitor, say('foyer.desk.sign-in.submit')))
    await page.getByText(say('foyer.desk.sign-in.wrong')).waitFor()
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(button(visitor, say('foyer.desk.sign-in.submit')))
    await menu.waitFor()

    await visitor.open(pathTo(deskLinkPagePath, { token }))
    await land(visitor, say('foyer.desk.link.gone.title'), /^\/desk\/link\//)
  })
})

describe.each(wayByTurns(waysIn('fr'), 1))('A lost password, $width px, $hand, $language', way => {
  test('a member asks for a link; the answer is the same for an address that no member has', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of 401/)
    await visitor.open(deskPagePath)
    await land(visitor, say('foyer.desk.sign-in.title'), /^\/desk$/)
    await does.press(link(visitor, say('foyer.desk.lost-password.link')))
    await does.write(page.getByLabel(say('foyer.desk.email')), 'stranger@example.org')
    await does.press(button(visitor, say('foyer.desk.lost-password.submit')))
    await page.getByText(say('foyer.desk.lost-password.sent', 'stranger@example.org')).waitFor()
    await inspectPage(visitor, 'desk-lost-password')
  })
})

describe.each(wayByTurns(waysIn('it'), 1))('The provider of an organisation, $width px, $hand, $language', way => {
  test('is set by its owner, lets an invited person in without a password, and knows them again', async () => {
    const key = `${way.width}-${way.hand}`
    const name = `Sailing Club ${key}`
    const { organizationId } = await organiserOf(shop, name)
    const owner = await enterAt(way)
    const { page, does, say } = owner
    // None is set before.
    owner.expectComplaint(/status of 404/)
    const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
    await enterAsMember({ ...shop, url: HOME }, owner, { email: `sailing-${key}@example.org`, given })
    await owner.open(deskPeoplePagePath)
    await does.press(button(owner, say('foyer.desk.provider.set')))
    await does.write(page.locator('#issuer'), provider.issuer)
    await does.write(page.locator('#clientId'), provider.clientId)
    await does.press(button(owner, say('foyer.desk.save')))
    await page.locator('#clientSecret-error').waitFor()
    await does.write(page.locator('#clientSecret'), provider.clientSecret)
    await inspectPage(owner, 'desk-people-provider')
    await does.press(button(owner, say('foyer.desk.save')))
    await button(owner, say('foyer.desk.provider.change')).waitFor()
    const email = `ida-${key}@example.org`
    await does.write(page.locator('#email'), email)
    await does.press(button(owner, say('foyer.desk.people.invite.submit')))
    await page.getByText(email, { exact: true }).waitFor()

    const invited = await enterAt(way)
    invited.expectComplaint(/status of 401/)
    invited.expectComplaint(new RegExp(`^elsewhere: ${provider.issuer}/`))
    const [mail] = await shop.mailsTo(email, 1)
    await invited.open(/\/desk\/link\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
    await land(invited, say('foyer.desk.link.invitation.title'), /^\/desk\/link\//)
    provider.comes({ sub: `ida-${key}`, email, email_verified: true, given_name: 'Ida', family_name: 'Rhodes' })
    const byProvider = link(invited, say('foyer.desk.sign-in.provider.of', name))
    await inspectPage(invited, 'desk-invitation')
    await invited.does.press(byProvider)
    await land(invited, say('foyer.desk.first.title'), /^\/desk$/)
    await signOut(invited)
    await invited.does.press(byProvider)
    await land(invited, say('foyer.desk.first.title'), /^\/desk$/)
    await invited.open(deskAccountPagePath)
    await invited.page.getByText(new URL(provider.issuer).host).waitFor()

    // Other tests sign in at this shop.
    await does.press(button(owner, say('foyer.desk.provider.change')))
    await does.press(button(owner, say('foyer.desk.remove')).last())
    await button(owner, say('foyer.desk.provider.set')).waitFor()
  })
})
