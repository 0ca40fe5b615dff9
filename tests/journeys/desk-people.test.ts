import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { deskAccountPagePath, deskPeoplePagePath } from '#contract/paths.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { PASSWORD } from '../support/organiser/desk.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { addPasskey, enterAsMember, enterAsOwner, keepPasskeys, seconds, setUpCodes, signOut } from './desk.ts'
import { organiserOf } from './own-events.ts'
import { button } from './purchase.ts'

// Passkeys are bound to a name, and 127.0.0.1 is none.
const { url, ...others } = await sharedShop()
const shop = { ...others, url: url.replace('127.0.0.1', 'localhost') }
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('it'), 1))('People and the own account, $width px, $hand, $language', way => {
  test('an owner invites, changes a role, and reads who changed what', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of (404|422)/)
    const { organizationId } = await organiserOf(shop, `Choir ${way.width} ${way.hand}`)
    const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
    await enterAsMember(shop, visitor, { email: `choir-${way.width}-${way.hand}@example.org`, given })
    const helper = await enter({ ...way, width: 1280 })
    const email = `helper-${way.width}-${way.hand}@example.org`
    await enterAsMember(shop, helper, { email, given: { ...given, role: 'DOOR' } })
    await helper.page.close()
    await visitor.open(deskPeoplePagePath)
    await page.getByText(email).waitFor()
    await does.write(page.locator('#email'), 'not an address')
    await does.press(button(visitor, say('foyer.desk.people.invite.submit')))
    await page.getByText(say('foyer.desk.not-sent')).waitFor()
    await inspectPage(visitor, 'desk-people-refused')
    await does.write(page.locator('#email'), `invited-${email}`)
    await does.press(button(visitor, say('foyer.desk.people.invite.submit')))
    await page.getByText(`invited-${email}`, { exact: true }).waitFor()
    await does.press(button(visitor, say('foyer.desk.changes.show')))
    await page
      .getByText(`${say('foyer.desk.change.MEMBER_INVITED')}: `)
      .first()
      .waitFor()
    await inspectPage(visitor, 'desk-people')
  })
})

describe('The own account', () => {
  test.each([1280, 390] as const)(
    'signs in again by passkey, by the code of an app, and by a recovery code, %d px',
    async width => {
      const visitor = await enter({ width, hand: width === 390 ? 'touch' : 'mouse', language: 'en' })
      const { page, does, say } = visitor
      visitor.expectComplaint(/status of (401|422)/)
      const email = `account-${width}@example.org`
      await enterAsOwner(shop, visitor, email)
      await keepPasskeys(visitor)
      await visitor.open(deskAccountPagePath)
      await addPasskey(visitor)
      await inspectPage(visitor, 'desk-account')
      const look = () => inspectPage(visitor, 'desk-account-factor')
      const { secret, usedAt, recovery } = await setUpCodes(visitor, look)
      await inspectPage(visitor, 'desk-account-codes')
      await signOut(visitor)
      await does.press(button(visitor, say('foyer.desk.sign-in.passkey')))
      await page.getByText(say('foyer.desk.home.coming'), { exact: true }).waitFor()
      const signInWith = async (code: string) => {
        await signOut(visitor)
        await does.write(page.locator('#email'), email)
        await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
        await does.press(button(visitor, say('foyer.desk.sign-in.submit')))
        await does.write(page.getByLabel(say('foyer.desk.sign-in.code')), code)
        await does.press(button(visitor, say('foyer.desk.sign-in.code.submit')))
        await page.getByText(say('foyer.desk.home.coming'), { exact: true }).waitFor()
      }
      // The next code of the app: the one that was set up is used.
      await signInWith(await generate({ secret, epoch: seconds(Math.max(Date.now(), usedAt + 30_000)) }))
      await signInWith(recovery[0] ?? '')

      // Three more sessions than this one: each is ended in one press.
      await visitor.open(deskAccountPagePath)
      const end = page.getByRole('button', { name: new RegExp(`^${say('foyer.desk.account.end')}`) })
      await expect.poll(() => end.count()).toBe(3)
      await does.press(end.first())
      await expect.poll(() => end.count()).toBe(2)
      const left = shop.db.kysely
        .selectFrom('member_session')
        .innerJoin('member', 'member.id', 'member_id')
        .select('member_session.id')
        .where('email', '=', email)
      expect(await left.execute()).toHaveLength(3)
    },
  )
})
