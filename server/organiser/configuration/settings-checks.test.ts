import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { deskLostPassword } from '#contract/member.ts'
import * as calls from '#contract/settings.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { putSettings, settingsDesk } from '#tests/support/organiser/settings-desk.ts'
import { checkBaseAddress } from './base-address.ts'
import { problemsOfChanges, settingsAt } from './change-settings.ts'

const { served, shop, url, organizationId, owner, editor, finance } = await settingsDesk()

describe('a mail server', () => {
  const serverAt = ({ port, hostname }: URL) => ({
    MAIL_SERVER_HOST: hostname,
    MAIL_SERVER_PORT: Number(port),
    MAIL_SERVER_SECURITY: 'none',
    MAIL_SENDER: 'tickets@example.org',
  })

  test('is tried out before it is saved, and says what it thinks', async () => {
    const server = await testMailServer()
    const changes = serverAt(new URL(server.url))
    const tried = await owner.ask(calls.sendTestMail, { body: { changes } })
    expect(tried).toMatchObject({
      status: 200,
      body: { isAccepted: true, recipient: 'owner@example.org', server: new URL(server.url).host },
    })
    expect(server.received).toMatchObject([{ subject: 'Test mail of Foyer', from: { address: 'tickets@example.org' } }])
    server.refuseNext(1, 'no room left')
    expect((await owner.ask(calls.sendTestMail, { body: { changes } })).body).toMatchObject({
      isAccepted: false,
      answer: expect.stringContaining('no room left'),
    })
    expect((await systemSettings(shop.db)).text('MAIL_SERVER_HOST')).toBeNull()
    await server.close()
  })

  test('takes the mails of the shop once it is stated', async () => {
    const server = await testMailServer()
    expect((await putSettings(owner, serverAt(new URL(server.url)))).status).toBe(200)
    await owner.ask(calls.sendTestMail, { body: {} })
    expect(server.received).toHaveLength(1)
    await owner.ask(deskLostPassword, { body: { email: 'editor@example.org' } })
    await served.runJobs()
    expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual(['owner@example.org', 'editor@example.org'])
    // The shop keeps its connection until it is closed.
    void server.close()
  })

  test('gets no password that was stated for another one', async () => {
    const stated = { ...serverAt(new URL('smtp://smtp.example.org:587')), MAIL_SERVER_PASSWORD: 'whispered' }
    expect((await putSettings(owner, stated)).status).toBe(200)
    const elsewhere = { MAIL_SERVER_HOST: 'evil.example' }
    const refused = [['MAIL_SERVER_PASSWORD', 'foyer.setting.refused.password-anew']]
    expect(codes(await putSettings(owner, elsewhere))).toEqual(refused)
    expect(codes(await owner.ask(calls.sendTestMail, { body: { changes: elsewhere } }))).toEqual(refused)
    expect((await putSettings(owner, { ...elsewhere, MAIL_SERVER_PASSWORD: 'another' })).status).toBe(200)
  })

  test('that the environment of the machine names is shown as fixed, and not changed at the desk', async () => {
    const ofMachine = { smtpUrl: 'smtps://mail.example.org:465', mailFrom: 'tickets@example.org' }
    const config = { ...shop.config, ...ofMachine }
    const scope = { kind: 'shop' } as const
    const before = await settingsAt(shop.db, { config }, scope)
    expect(before('MAIL_SERVER_HOST')).toMatchObject({ value: 'mail.example.org', isFixed: true, isStated: false })
    expect(before('MAIL_SERVER_PASSWORD')).toMatchObject({ value: null, isFixed: true })
    expect(before('SHOP_NAME').isFixed).toBe(false)
    const by = { kind: 'member', memberId: 1, roles: [{ role: 'OWNER', scope }] } as const
    expect(
      problemsOfChanges(
        { config },
        { scope, by, changes: { MAIL_SERVER_HOST: 'mine.example', SHOP_NAME: 'x' } },
        before,
      ),
    ).toMatchObject([{ field: 'MAIL_SERVER_HOST', code: 'foyer.setting.refused.fixed' }])
  })

  test('needs a sender', async () => {
    const refused = [['MAIL_SENDER', 'foyer.setting.refused.sender-missing']]
    expect(codes(await putSettings(owner, { MAIL_SERVER_HOST: 'smtp.example.org' }))).toEqual(refused)
    await putSettings(owner, serverAt(new URL('smtp://smtp.example.org:587')))
    expect(codes(await putSettings(owner, { MAIL_SENDER: null }))).toEqual(refused)
  })
})

describe('ways to pay', () => {
  test('say what they lack, and to which address the provider sends its messages', async () => {
    await putSettings(owner, { BANK_TRANSFER_ENABLED: true }, { organizationId })
    const { body } = await finance.ask(calls.listPaymentWays, { query: { organizationId: String(organizationId) } })
    const ways = body as { provider: string; canBePaid: boolean; missing: { label: string }[]; webhooks: string[] }[]
    expect(ways.find(({ provider }) => provider === 'OFFLINE')).toMatchObject({ canBePaid: true, missing: [] })
    const stripe = ways.find(({ provider }) => provider === 'STRIPE')
    expect(stripe).toMatchObject({ canBePaid: false, isTested: true, group: 'stripe' })
    expect(stripe?.missing.map(({ label }) => label)).toContain('Secret key of Stripe')
    expect(stripe?.webhooks[0]).toBe(`${shop.config.baseUrl}/api/payment/webhook/stripe/payment`)
  })

  test('are tested by asking the provider', async () => {
    await putSettings(owner, { STRIPE_CC_ENABLED: true }, { organizationId })
    const ask = (provider: string, desk = finance) =>
      desk.ask(calls.testPayment, { params: { provider }, body: { organizationId } })
    expect(await ask('STRIPE')).toEqual({
      status: 200,
      body: { isGood: false, sentences: ['STRIPE_SECRET_KEY is missing.'] },
    })
    expect((await ask('OFFLINE')).status).toBe(404)
    expect((await ask('STRIPE', editor)).status).toBe(403)
  })
})

describe('the base address', () => {
  /** A shop at the address of this answer. */
  const checked = async (answer: (path: string) => string | Promise<string>) => {
    const server = createServer(
      (request, response) => void Promise.resolve(answer(request.url ?? '')).then(text => response.end(text)),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const result = await checkBaseAddress({ db: shop.db, config: { ...shop.config, baseUrl } })
    server.close()
    return result
  }

  test('is good where this very shop answers', async () => {
    expect(await checked(async path => (await fetch(url + path)).text())).toBe('GOOD')
    expect((await owner.ask(calls.checkBaseAddress)).body).toEqual({
      baseUrl: shop.config.baseUrl,
      result: 'NO_ANSWER',
    })
  })

  test('is another’s where the answer is no proof, not even the question itself', async () => {
    expect(await checked(() => 'Welcome')).toBe('OTHER_ANSWER')
    expect(await checked(path => JSON.stringify({ proof: path.split('/').at(-1) }))).toBe('OTHER_ANSWER')
    expect(await checked(() => JSON.stringify({ proof: shop.db.sealing.seal('x', 'elsewhere') }))).toBe('OTHER_ANSWER')
  })

  test('in a private network is requested by a shop in production not at all', async () => {
    const config = { ...shop.config, mode: 'production', baseUrl: url } as const
    expect(await checkBaseAddress({ db: shop.db, config })).toBe('NO_ANSWER')
  })
})
