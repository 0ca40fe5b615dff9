import { inspect } from 'node:util'
import { unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { pathTo } from '#contract/paths.ts'
import { applePassPath } from '#contract/ticket-paths.ts'
import { getInfo } from '#contract/info.ts'
import { getTicket } from '#contract/ticket.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { type ReadPass, readPass } from '#tests/support/documents/read-pass.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import {
  PASS_TYPE_IDENTIFIER,
  type WalletTicket,
  aFreeTicket,
  appleSettings,
} from '#tests/support/documents/wallets.ts'

const clock = manualClock()
const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
const { url, apiKey, shop } = await testShop({
  clock,
  environment: { FOYER_MODE: 'development', FOYER_BASE_URL: 'https://tickets.example.org' },
})
const organiser = await anOrganiser(url, apiKey)
const settings = appleSettings(certificates)
const meetup = await organiser.open(aFreeEventFile(clock.now(), { seats: 100, settings }))

const fetchPass = ({ eventName, uuid }: Pick<WalletTicket, 'eventName' | 'uuid'>) =>
  fetch(url + pathTo(applePassPath, { eventName, uuid }), { redirect: 'manual' })

async function passOf(ticket: WalletTicket): Promise<ReadPass> {
  const answer = await fetchPass(ticket)
  expect(answer.status).toBe(200)
  return readPass(await answer.bytes(), certificates.root)
}

const withOther = async (changes: Record<string, string | boolean>, slug: string) =>
  aFreeTicket(url, await organiser.open(aFreeEventFile(clock.now(), { slug, settings: { ...settings, ...changes } })))

test('the pass is a file to keep, named by the public id', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const { headers } = await fetchPass(ticket)
  expect(headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  expect(headers.get('content-disposition')).toBe(`attachment; filename=Passbook-${ticket.uuid.slice(0, 8)}.pkpass`)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('cache-control')).toMatch(/private/)
})

test('the manifest names every file, and the signature holds with all certificates up to the root', async () => {
  const { files, certificates: names } = await passOf(await aFreeTicket(url, meetup))
  expect(names).toEqual([PASS_TYPE_IDENTIFIER, 'Test WWDR'])
  expect(Object.keys(files).toSorted()).toEqual([
    'icon.png',
    'icon@2x.png',
    'icon@3x.png',
    'logo.png',
    'logo@2x.png',
    'logo@3x.png',
    'manifest.json',
    'pass.json',
    'signature',
  ])
})

test('a device refuses a pass whose manifest was changed, or whose certificates lead to another root', async () => {
  const answer = await fetchPass(await aFreeTicket(url, meetup))
  const archive = await answer.bytes()
  const { 'manifest.json': manifest, ...rest } = unzipSync(archive)
  const changed = zipSync({ ...rest, 'manifest.json': Buffer.concat([manifest ?? Buffer.alloc(0), Buffer.from(' ')]) })
  await expect(readPass(changed, certificates.root)).rejects.toThrow('the signature is of another manifest')
  const { root } = passCertificates(PASS_TYPE_IDENTIFIER)
  await expect(readPass(archive, root)).rejects.toThrow('the certificates do not lead to the root')
})

test('the pass says what the ticket says, and opens the same door', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const [paper] = await paperTickets(shop, ticket.order)
  const { pass } = await passOf(ticket)
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: PASS_TYPE_IDENTIFIER,
    teamIdentifier: 'ABCDE12345',
    serialNumber: paper?.identifier,
    organizationName: 'Alpine Systems',
    groupingIdentifier: 'hello@alpine-systems.example',
    description: 'Meetup',
    foregroundColor: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    relevantDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:00$/),
    locations: [{ latitude: 46, longitude: 8.95 }],
    barcodes: [{ format: 'PKBarcodeFormatQR', message: paper?.code, messageEncoding: 'iso-8859-1' }],
    webServiceURL: `https://tickets.example.org/api/pass/event/${meetup}`,
    authenticationToken: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    eventTicket: {
      headerFields: [{ key: 'eventStartDate', label: 'Date and time' }],
      primaryFields: [{ key: 'category', label: 'Meetup', value: 'Everybody' }],
      secondaryFields: [{ key: 'location', value: 'Piazza Indipendenza 4, Lugano' }],
      auxiliaryFields: [{ key: 'holder', value: 'Ada 1 Lovelace' }],
      backFields: [{ key: 'desc' }, { key: 'credits' }, { key: 'reference', value: ticket.uuid }],
    },
  })
  expect(pass).not.toHaveProperty('voided')
})

test.each([
  ['drawn, for an event without one', undefined],
  ['of the event', { width: 400, height: 100, channels: 3 as const, background: '#3366cc' }],
])('the picture %s comes in all sizes', async (_, picture) => {
  const event = await organiser.open(aFreeEventFile(clock.now(), { slug: picture ? 'seen' : 'unseen', settings }))
  if (picture) await givePicture(event, await sharp({ create: picture }).webp().toBuffer())
  const { files } = await passOf(await aFreeTicket(url, event))
  const sizeOf = async (name: string) => {
    const { width, height, format } = await sharp(files[name]).metadata()
    return { width, height, format }
  }
  for (const [scale, suffix] of ['', '@2x', '@3x'].entries()) {
    const times = scale + 1
    expect(await sizeOf(`icon${suffix}.png`)).toEqual({ width: 29 * times, height: 29 * times, format: 'png' })
    const logo = picture ? { width: 160 * times, height: 40 * times } : { width: 50 * times, height: 50 * times }
    expect(await sizeOf(`logo${suffix}.png`)).toEqual({ ...logo, format: 'png' })
  }
})

async function givePicture(shortName: string, content: Buffer): Promise<void> {
  const file_digest = await storeImage(shop.db, content, clock.now())
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  await shop.db.kysely
    .updateTable('purchase_context')
    .set({ file_digest: file_digest ?? null })
    .where('id', '=', id)
    .execute()
  shop.catalog.offerChanged({ id, shortName })
}

test('a keystore without the certificate above its own takes it from the setting', async () => {
  const changes = {
    PASSBOOK_KEYSTORE: certificates.bareKeystore,
    PASSBOOK_INTERMEDIATE_CERTIFICATE: certificates.intermediate,
  }
  const { certificates: names } = await passOf(await withOther(changes, 'bare'))
  expect(names).toEqual([PASS_TYPE_IDENTIFIER, 'Test WWDR'])
})

test.each([
  ['switched off', { ENABLE_PASS: false }],
  ['without a team', { PASSBOOK_TEAM_IDENTIFIER: '' }],
  ['with a wrong password', { PASSBOOK_KEYSTORE_PASSWORD: 'wrong' }],
  ['with another key', { PASSBOOK_PRIVATE_KEY_ALIAS: 'nobody' }],
  ['without the certificate above', { PASSBOOK_KEYSTORE: certificates.bareKeystore }],
  ['with a keystore that is none', { PASSBOOK_KEYSTORE: 'bm9uZQ==' }],
])('%s there is no pass, and the page of the ticket knows', async (how, changes) => {
  const ticket = await withOther(changes, how.replaceAll(' ', '-'))
  expect((await fetchPass(ticket)).status).toBe(404)
  const params = { eventName: ticket.eventName, ticketIdentifier: ticket.uuid }
  const { walletConfiguration } = await aBuyer(url).expect(getTicket, 200, { params })
  expect(walletConfiguration).toEqual({ gWalletEnabled: false, passEnabled: false })
})

test('the page of a ticket, and the whole shop, know whether it can be added', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const params = { eventName: meetup, ticketIdentifier: ticket.uuid }
  const buyer = aBuyer(url)
  const enabled = { gWalletEnabled: false, passEnabled: true }
  expect(await buyer.expect(getTicket, 200, { params })).toMatchObject({ walletConfiguration: enabled })
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value: String(value) }))
  await shop.db.kysely.insertInto('setting').values(rows).execute()
  await vi.waitFor(
    async () => expect((await buyer.expect(getInfo, 200, {})).walletConfiguration).toEqual(enabled),
    3_000,
  )
  await shop.db.kysely
    .deleteFrom('setting')
    .where('key', 'in', Object.keys(settings))
    .where('organization_id', 'is', null)
    .where('purchase_context_id', 'is', null)
    .where('category_id', 'is', null)
    .execute()
})

test('when no pass can be made the holder comes back to the ticket, and what is noted holds no key', async () => {
  const event = await organiser.open(aFreeEventFile(clock.now(), { slug: 'failing', settings }))
  const ticket = await aFreeTicket(url, event)
  const noted = vi.spyOn(shop.log, 'walletFailed')
  await shop.db.kysely.schema.alterTable('wallet_pass').renameTo('gone').execute()
  const answer = await fetchPass(ticket)
  await shop.db.kysely.schema.alterTable('gone').renameTo('wallet_pass').execute()
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `/event/${event}/ticket/${ticket.uuid}/view?wallet=unreachable`,
  ])
  expect(noted).toHaveBeenCalledOnce()
  expect(inspect(noted.mock.calls, { depth: 20 })).not.toMatch(new RegExp(`PRIVATE KEY|${certificates.password}`))
})
