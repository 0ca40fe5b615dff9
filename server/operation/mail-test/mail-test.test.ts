import { beforeEach, describe, expect, test } from 'vitest'
import { sendSampleMail } from '#contract/desk-mail-test.ts'
import { putText } from '#contract/desk-organizations.ts'
import { SAMPLE_MAILS } from '#domain/mail/sample-mail/sample-mail.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { putSettings, settingsDesk } from '#tests/support/organiser/settings-desk.ts'

const { served, shop, organizationId, otherId, eventId, owner, editor, finance, alpine } = await settingsDesk()
const { kysely } = shop.db

beforeEach(async () => {
  await kysely.deleteFrom('mail').execute()
  await kysely.deleteFrom('text_override').execute()
})

const send = (body: object, desk = editor) => desk.ask(sendSampleMail, { body: { language: 'en', ...body } })
const queued = () =>
  kysely
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text_body', 'html_body', 'sender_name', 'purchase_context_id'])
    .orderBy('id')
    .execute()
const word = (key: string, text: string, place: object, desk = editor) =>
  desk.ask(putText, { body: { language: 'en', key, text, ...place } })

test.each(SAMPLE_MAILS)('"%s" is mailed to the member who asks, marked as an example in both parts', async mail => {
  expect(await send({ organizationId, mail })).toEqual({
    status: 200,
    body: { recipient: 'editor@example.org', hasMailServer: false },
  })
  const [sent, ...others] = await queued()
  expect(others).toEqual([])
  expect(sent).toMatchObject({ recipient: 'editor@example.org', purchase_context_id: null })
  expect(sent?.subject).toMatch(/^Test: /)
  const example = shop.texts.text('en', 'foyer.mail.example')
  expect(sent?.text_body).toContain(example)
  expect(sent?.html_body).toContain(example)
})

describe('of an event', () => {
  test('has its name, its organiser and its own words, as soon as they are saved', async () => {
    await send({ eventId, mail: 'ticket' })
    expect((await word('foyer.mail.ticket.in-person', 'Bring this to the hall.', { eventId })).status).toBe(204)
    await send({ eventId, mail: 'ticket' })
    const [before, after] = await queued()
    expect(before?.text_body).not.toContain('Bring this to the hall.')
    expect(after?.text_body).toContain('Bring this to the hall.')
    const event = await kysely
      .selectFrom('purchase_context')
      .innerJoin('organization', 'organization.id', 'organization_id')
      .select('organization.name')
      .where('purchase_context.id', '=', eventId)
      .executeTakeFirstOrThrow()
    const { sender_name: title = '' } = after ?? {}
    expect(after).toMatchObject({ purchase_context_id: eventId, subject: expect.stringContaining(title) })
    expect(after?.text_body).toContain(event.name)
    expect(after?.text_body).not.toContain('Alpine Systems Days')
    expect(after?.text_body).not.toContain('Verein Alpine Systeme')
  })

  test('about a pass keeps the pass of the example', async () => {
    await send({ eventId, mail: 'pass' })
    expect((await queued())[0]?.text_body).toContain('Ten evenings of jazz')
  })
})

test('words of an organisation are in mails of it and of its events, those of the shop in all', async () => {
  await word('foyer.mail.order.confirmed', 'The shop is glad.', {}, owner)
  await word('foyer.mail.order.tickets-follow', 'The club sends them later.', { organizationId })
  await send({ mail: 'order-confirmed' }, owner)
  await send({ mail: 'order-confirmed', organizationId }, owner)
  await send({ mail: 'order-confirmed', eventId }, owner)
  const texts = (await queued()).map(({ text_body: text }) => text)
  expect(texts.map(text => text.includes('The shop is glad.'))).toEqual([true, true, true])
  expect(texts.map(text => text.includes('The club sends them later.'))).toEqual([false, true, true])
})

test('leaves with its pictures by the mail server, and again each time it is asked for', async () => {
  const server = await testMailServer()
  const { hostname, port } = new URL(server.url)
  await putSettings(owner, {
    MAIL_SERVER_HOST: hostname,
    MAIL_SERVER_PORT: Number(port),
    MAIL_SERVER_SECURITY: 'none',
    MAIL_SENDER: 'tickets@example.org',
  })
  const transfer = { eventId, mail: 'transfer-instructions', language: 'de' }
  expect((await send(transfer)).body).toMatchObject({ hasMailServer: true })
  await served.runJobs()
  await send(transfer)
  await served.runJobs()
  expect(server.received).toHaveLength(2)
  const [first] = server.received
  expect(first?.attachments.map(({ filename }) => filename)).toEqual(['transfer-code.png'])
  expect(first?.html).not.toMatch(/cid:(?!transfer-code@foyer)/)
  void server.close()
})

test('is for an editor of one event with the words of that event alone', async () => {
  const scope = { kind: 'event', eventId, organizationId } as const
  const ofEvent = await enterDesk(served, { email: 'one@example.org', given: { role: 'EDITOR', scope } })
  expect((await send({ mail: 'ticket', eventId }, ofEvent)).status).toBe(200)
  expect((await send({ mail: 'ticket', organizationId }, ofEvent)).status).toBe(403)
})

test('is refused without the right to word the place, without an address, and in an unknown language', async () => {
  expect((await send({ mail: 'ticket' })).status).toBe(403)
  expect((await send({ mail: 'ticket', organizationId: otherId })).status).toBe(403)
  expect((await send({ mail: 'ticket', organizationId }, finance)).status).toBe(403)
  expect((await send({ mail: 'ticket', eventId: 999_999 }, owner)).status).toBe(403)
  expect((await send({ mail: 'no-such', organizationId })).status).toBe(400)
  expect(codes(await send({ mail: 'ticket', organizationId, language: 'xx' }))).toEqual([
    ['language', 'foyer.desk.text.no-language'],
  ])
  const body = { mail: 'ticket', organizationId, language: 'en' } as const
  const refused = await alpine.api.expect(sendSampleMail, 422, { body })
  expect(refused).toMatchObject({ errors: [{ code: 'foyer.desk.message.refused.no-member' }] })
  expect(await queued()).toEqual([])
})
