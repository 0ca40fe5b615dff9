import { beforeEach, describe, expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import * as calls from '#contract/desk-legal.ts'
import type { DeskLegalText, ListedLegalText } from '#contract/desk-legal.ts'
import { readDeskOrder } from '#contract/desk-order-detail.ts'
import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { createDeskPass } from '#contract/desk-pass.ts'
import { getInfo } from '#contract/info.ts'
import { getLegalText } from '#contract/legal-text.ts'
import { getSubscription } from '#contract/subscription.ts'
import { MAX_LEGAL_TEXT_LENGTH } from '#domain/catalog/legal-text/legal-kind.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { CONSENT, buy, codesOf, pay, readyToPay } from '#tests/support/buyer/purchase.ts'
import { type Answer, codes } from '#tests/support/organiser/desk.ts'
import { putSettings, readSettings, settingIn, settingsDesk } from '#tests/support/organiser/settings-desk.ts'

const desks = await settingsDesk()
const { shop, url, alpine, organizationId, otherId, owner, editor, finance, alpineOwner, stranger, served } = desks
const { clock } = served
const buyer = aBuyer(url)
const event = await alpine.open(
  aFreeEventFile(clock.now(), { slug: 'without-own', termsAndConditionsUrl: null, privacyPolicyUrl: null, seats: 50 }),
)

beforeEach(async () => {
  await shop.db.kysely.deleteFrom('legal_text').execute()
})

/** The event is sold by these: what the shop has in memory is read anew within a second. */
const isSoldBy = (termsAndConditionsUrl: string | null, privacyPolicyUrl: string | null = null) =>
  expect
    .poll(() => buyer.expect(getEvent, 200, { params: { shortName: event } }), { timeout: 5000 })
    .toMatchObject({ termsAndConditionsUrl, privacyPolicyUrl })

type Desk = typeof owner
type Texts = Record<string, string>

const ENGLISH = { en: '# Terms\n\nNo *refunds*.' }
const textIn = ({ body }: Answer) => body as DeskLegalText
const draft = (texts: Texts = ENGLISH, desk: Desk = alpineOwner, of: object = { organizationId, kind: 'TERMS' }) =>
  desk.ask(calls.draftLegalText, { body: { ...of, texts } })
const change = (id: string, texts: Texts, seen: string, desk: Desk = alpineOwner) =>
  desk.ask(calls.changeLegalText, { params: { legalTextId: id }, body: { texts, seen } })
const publish = ({ id, seen }: DeskLegalText, desk: Desk = alpineOwner) =>
  desk.ask(calls.publishLegalText, { params: { legalTextId: id }, body: { seen } })
const published = async (texts: Texts = ENGLISH, of: object = { organizationId, kind: 'TERMS' }, desk = alpineOwner) =>
  textIn(await publish(textIn(await draft(texts, desk, of)), desk))
const list = async (
  desk: Desk = alpineOwner,
  place: Record<string, string> = { organizationId: `${organizationId}` },
) => ((await desk.ask(calls.listLegalTexts, { query: place })).body as { texts: ListedLegalText[] }).texts
const orderAtDesk = async (orderId: string) =>
  (await finance.ask(readDeskOrder, { params: { orderId } })).body as DeskOrder
const agreedIn = async (orderId: string, what: string) =>
  (await orderAtDesk(orderId)).history.find(({ code }) => code.endsWith(what))?.detail

describe('a draft', () => {
  test('is saved, read by its owners alone, and by no buyer', async () => {
    const saved = textIn(await draft())
    expect(saved).toMatchObject({ kind: 'TERMS', number: null, publishedAt: null, url: null, texts: ENGLISH })
    expect(await list()).toMatchObject([{ id: saved.id, isInForce: false, languages: ['en'] }])
    await buyer.expect(getLegalText, 404, { params: { legalTextId: saved.id } })
    for (const desk of [editor, finance])
      expect(await desk.ask(calls.readLegalText, { params: { legalTextId: saved.id } })).toMatchObject({ status: 403 })
    expect(await stranger.ask(calls.readLegalText, { params: { legalTextId: saved.id } })).toMatchObject({
      status: 404,
    })
    expect(
      await stranger.ask(calls.listLegalTexts, { query: { organizationId: String(organizationId) } }),
    ).toMatchObject({
      status: 403,
    })
    expect(await draft(ENGLISH, alpineOwner, { organizationId: null, kind: 'TERMS' })).toMatchObject({ status: 403 })
    expect(await draft(ENGLISH, stranger)).toMatchObject({ status: 403 })
  })

  test('that two members write is one: the second gets the conflict with what the first wrote', async () => {
    const first = textIn(await draft())
    expect(await draft()).toMatchObject({ status: 200, body: { id: first.id } })
    expect(await draft({ en: 'Other' }, owner)).toMatchObject({ status: 409, body: { id: first.id, texts: ENGLISH } })
    expect(await change(first.id, { en: 'Mine' }, first.seen)).toMatchObject({ status: 200 })
    expect(await change(first.id, { en: 'Mine' }, first.seen)).toMatchObject({ status: 200 })
    const met = await change(first.id, { en: 'Theirs' }, first.seen, owner)
    expect(met).toMatchObject({ status: 409, body: { texts: { en: 'Mine' } } })
    expect(await change(first.id, { en: 'Theirs' }, textIn(met).seen, owner)).toMatchObject({ status: 200 })
    expect(await publish({ ...first, seen: textIn(met).seen })).toMatchObject({ status: 409, body: { number: null } })
  })

  test('of two members at once is kept once', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(text => draft({ en: text })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
    expect(await list()).toHaveLength(1)
  })

  test('is refused without words, in another language than the shop’s, and where it is too long', async () => {
    expect(codes(await draft({ en: ' \n', de: '' }))).toEqual([['texts', 'foyer.desk.legal.refused.empty']])
    expect(codes(await draft({ xx: 'x' }))).toEqual([['texts.xx', 'foyer.desk.legal.refused.language']])
    const long = 'word '.repeat(MAX_LEGAL_TEXT_LENGTH / 5)
    expect(codes(await draft({ de: `${long}words` }))).toEqual([['texts.de', 'foyer.desk.legal.refused.too-long']])
    expect(await draft({ de: long, en: long, fr: long, it: long })).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([{ languages: ['en', 'it', 'de', 'fr'] }])
  })

  test('is deleted, a version is not', async () => {
    const { id } = textIn(await draft())
    const at = { params: { legalTextId: id } }
    expect(await alpineOwner.ask(calls.deleteLegalText, at)).toMatchObject({ status: 204 })
    expect(await alpineOwner.ask(calls.deleteLegalText, at)).toMatchObject({ status: 404 })
    const version = await published()
    const kept = await alpineOwner.ask(calls.deleteLegalText, { params: { legalTextId: version.id } })
    expect(codes(kept)).toEqual([[null, 'foyer.desk.legal.refused.published']])
    expect(await change(version.id, { en: 'Other' }, version.seen)).toMatchObject({ status: 409, body: { number: 1 } })
    expect(await list()).toMatchObject([{ id: version.id, number: 1, isInForce: true }])
  })
})

describe('a version', () => {
  test('is what buyers agree to, and an order keeps the one it agreed to', async () => {
    const first = await published()
    expect(first).toMatchObject({ number: 1, isInForce: true, url: `${shop.config.baseUrl}/legal/${first.id}` })
    await isSoldBy(first.url)
    const early = await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })
    clock.move(minutes(1))
    const second = await published({ en: '# Terms\n\nSome refunds.' })
    await isSoldBy(second.url)
    const late = await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })
    expect(await agreedIn(early, 'terms-condition-accepted')).toBe(first.url)
    expect(await agreedIn(late, 'terms-condition-accepted')).toBe(second.url)
    expect(await list()).toMatchObject([
      { number: 2, isInForce: true },
      { number: 1, isInForce: false },
    ])
    expect(await buyer.expect(getLegalText, 200, { params: { legalTextId: first.id } })).toMatchObject({
      kind: 'TERMS',
      owner: 'Alpine Systems',
      number: 1,
      texts: { en: '<h1>Terms</h1>\n<p>No <em>refunds</em>.</p>' },
      newest: { id: second.id, publishedAt: second.publishedAt },
      earlier: null,
    })
    expect(await buyer.expect(getLegalText, 200, { params: { legalTextId: second.id } })).toMatchObject({
      newest: null,
      earlier: { id: first.id },
    })
  })

  test('is stored by its path, so that another address of the shop leads to it', async () => {
    const { id, url: address } = await published()
    await isSoldBy(address)
    const order = await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })
    const [agreed] = await shop.db.kysely
      .selectFrom('audit')
      .select('modifications')
      .where('type', '=', 'TERMS_CONDITION_ACCEPTED')
      .where('reservation_id', '=', order)
      .execute()
    expect(agreed?.modifications).toEqual({ url: `/legal/${id}` })
    expect(settingIn(await readSettings(alpineOwner, { organizationId }), 'GLOBAL_TERMS').value).toBe(`/legal/${id}`)
  })

  test('is published once, also by two presses at once, and leaves an address that was stated since', async () => {
    const text = textIn(await draft())
    const answers = await Promise.all([publish(text), publish(text, owner), publish(text)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await list()).toMatchObject([{ number: 1, isInForce: true }])
    await putSettings(alpineOwner, { GLOBAL_TERMS: 'https://alpine.example/own' }, { organizationId })
    expect(await publish(text)).toMatchObject({ status: 200, body: { number: 1, isInForce: false } })
    const again = await putSettings(alpineOwner, { GLOBAL_TERMS: `/legal/${text.id}` }, { organizationId })
    expect(settingIn(again, 'GLOBAL_TERMS').value).toBe(`/legal/${text.id}`)
  })

  test('of the shop is at the foot of its pages, and of those without their own; its privacy policy needs no consent', async () => {
    const of = (kind: string) => ({ kind })
    const terms = await published(ENGLISH, of('TERMS'), owner)
    const privacy = await published({ de: 'Daten' }, of('PRIVACY'), owner)
    expect(await list(owner, {})).toHaveLength(2)
    await expect
      .poll(() => buyer.expect(getInfo, 200, {}), { timeout: 5000 })
      .toMatchObject({ globalTermsUrl: terms.url, globalPrivacyPolicyUrl: privacy.url })
    await isSoldBy(terms.url)
    expect(await buyer.expect(getLegalText, 200, { params: { legalTextId: privacy.id } })).toMatchObject({
      owner: null,
      texts: { de: '<p>Daten</p>' },
    })
  })

  test('of an organisation’s privacy policy is agreed to by its buyers', async () => {
    const privacy = await published({ fr: 'Données' }, { organizationId, kind: 'PRIVACY' })
    await isSoldBy(null, privacy.url)
    const id = await readyToPay(buyer, event, { Everybody: 1 })
    const form = { ...CONSENT, paymentProxy: null, selectedPaymentMethod: 'NONE' } as const
    const refused = await pay(buyer, id, { ...form, privacyPolicyAccepted: false })
    expect(codesOf(refused)).toEqual(['error.STEP_2_TERMS_CONDITIONS'])
    expect((await pay(buyer, id, form)).status).toBe(200)
    expect(await agreedIn(id, 'privacy-policy-accepted')).toBe(privacy.url)
  })

  test('runs nothing that its author has written', async () => {
    const { id } = await published({
      en: '<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>',
    })
    const { texts } = (await buyer.expect(getLegalText, 200, { params: { legalTextId: id } })) as { texts: Texts }
    expect(texts['en']).not.toMatch(/<script|<img|href="javascript/)
  })

  test('of another owner, another kind, or that is a draft is no address to sell by', async () => {
    const mine = await published()
    const theirs = await published(ENGLISH, { organizationId: otherId, kind: 'TERMS' }, stranger)
    const shops = await published(ENGLISH, { kind: 'TERMS' }, owner)
    const unpublished = textIn(await draft({ en: 'Next' }))
    const stating = (key: string, id: string) => putSettings(alpineOwner, { [key]: `/legal/${id}` }, { organizationId })
    const REFUSED = [['GLOBAL_TERMS', 'foyer.setting.refused.legal']]
    for (const id of [theirs.id, unpublished.id, crypto.randomUUID()])
      expect(codes(await stating('GLOBAL_TERMS', id))).toEqual(REFUSED)
    expect(codes(await stating('GLOBAL_PRIVACY_POLICY', mine.id))).toEqual([
      ['GLOBAL_PRIVACY_POLICY', 'foyer.setting.refused.legal'],
    ])
    expect(await stating('GLOBAL_TERMS', shops.id)).toMatchObject({ status: 200 })
    expect(codes(await putSettings(owner, { GLOBAL_TERMS: `/legal/${mine.id}` }))).toEqual(REFUSED)
    expect(codes(await putSettings(alpineOwner, { GLOBAL_TERMS: '//evil.example' }, { organizationId }))).toEqual([
      ['GLOBAL_TERMS', 'foyer.setting.refused.address'],
    ])
  })

  test('is noted with who published it, and its address with it', async () => {
    await published()
    const log = await shop.db.kysely
      .selectFrom('change_log')
      .select(['action', 'subject', 'organization_id'])
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['LEGAL_TEXT_DRAFTED', 'LEGAL_TEXT_PUBLISHED', 'SETTINGS_CHANGED'])
    expect(log.every(entry => entry.organization_id === organizationId)).toBe(true)
  })
})

test('an editor changes no address of terms, and a pass without its own is sold by those of its organisation', async () => {
  expect(codes(await putSettings(editor, { GLOBAL_TERMS: 'https://x.example/' }, { organizationId }))).toEqual([
    ['GLOBAL_TERMS', 'foyer.setting.refused.role'],
  ])
  const season = { ...aPassFile({ termsAndConditionsUrl: null }), organizationId }
  const { url: address } = await published()
  const made = await editor.ask(createDeskPass, { body: season })
  expect([made.status, made.body]).toMatchObject([201, {}])
  const { id } = made.body as { id: string }
  expect(await buyer.expect(getSubscription, 200, { params: { id } })).toMatchObject({ termsAndConditionsUrl: address })
})
