import { describe, expect, test } from 'vitest'
import { deskAttendeesPagePath, pathTo } from '#contract/paths.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { aDinner, bookDinner } from '../support/organiser/attendees.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const club = await organiserOf(shop, 'Dinner Club')
const scope = { kind: 'organization', organizationId: club.organizationId } as const

describe.each(wayByTurns(waysIn('de'), 0))('Messages at the desk, $width px, $hand, $language', way => {
  test('go to a chosen group, previewed as one of them; a reader unsubscribes in one press and takes it back', async () => {
    const event = await club.open(aDinner(thisMoment(), `dinner-${way.width}`))
    const { id: eventId } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', event)
      .executeTakeFirstOrThrow()
    const [zoe, bo] = [`Zoe${way.width}`, `Bo${way.width}`]
    await bookDinner(aBuyer(shop.url), event, [
      { name: [zoe, 'Quill'], answers: { meal: ['vegan'] }, size: 'S' },
      { name: [bo, 'Crewe'], category: 'Crew', answers: { meal: ['meat'] } },
    ])
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsMember(shop, visitor, { email: `messages-${way.width}@example.org`, given: { role: 'DESK', scope } })
    await visitor.open(pathTo(deskAttendeesPagePath, { eventId }))
    await does.press(page.getByRole('link', { name: say('foyer.desk.messages.write') }))
    await page.getByText(say('foyer.desk.message.count', 2)).first().waitFor()
    expect(await page.getByLabel(say('foyer.desk.attendees.state'), { exact: true }).inputValue()).toBe('COMPLETE')
    const category = page.getByLabel(say('foyer.desk.attendees.category'), { exact: true })
    await does.choose(category, 'Guest')
    await page.getByText(say('foyer.desk.message.count.one', 1)).first().waitFor()
    await does.pick(page.getByLabel(new RegExp(say('foyer.desk.message.purpose.news'))))
    const subject = page.getByLabel(say('foyer.desk.messages.subject'), { exact: true }).first()
    const text = page.getByLabel(say('foyer.desk.messages.text'), { exact: true }).first()
    await does.write(subject, 'Thank you')
    await does.write(text, 'Hello {{name}}')
    await does.press(page.getByRole('button', { name: say('foyer.desk.message.send.one', 1) }))
    await page.getByText(say('foyer.desk.message.refused.placeholder', '{{name}}')).first().waitFor()
    await inspectPage(visitor, 'desk-message-refused')
    await does.write(text, 'Hello **{{first-name}}**, see you at {{event}}.')
    await does.choose(page.getByLabel(say('foyer.desk.message.preview.as')), `${zoe} Quill`)
    await does.press(page.getByRole('button', { name: say('foyer.desk.message.preview.show') }))
    const frame = page.frameLocator(`iframe[title="${say('foyer.desk.message.preview.frame')}"]`)
    await frame.getByText(`Hello ${zoe}, see you at Dinner by the lake.`).waitFor()
    await inspectPage(visitor, 'desk-message-new')
    await does.press(page.getByRole('button', { name: say('foyer.desk.message.send.one', 1) }))
    await page.getByRole('heading', { level: 3, name: 'Thank you' }).waitFor()
    const address = `${zoe}.quill@example.org`.toLowerCase().replaceAll(/[^a-z.@]/g, '')
    const mail = (await shop.mailsTo(address, 1)).find(each => each.subject === 'Thank you')
    const link = /http\S+\/news\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await page.reload()
    await does.press(page.getByRole('button', { name: say('foyer.desk.message.details') }))
    await page.getByText('Hello **{{first-name}}**').waitFor()
    await inspectPage(visitor, 'desk-messages')
    const path = link.replace(/^https?:\/\/[^/]+/, '').replace(/lang=\w+/, `lang=${way.language}`)
    await page.goto(`${shop.url}${path}`)
    await does.press(page.getByRole('button', { name: say('foyer.news.end') }))
    await page.getByRole('button', { name: say('foyer.news.resume') }).waitFor()
    await inspectPage(visitor, 'news-ended')
    await does.press(page.getByRole('button', { name: say('foyer.news.resume') }))
    await page.getByRole('button', { name: say('foyer.news.end') }).waitFor()
  })
})
