import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { EventFile } from '#contract/event-file.ts'
import { instant } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { aFreeEventFile, aPromoCodeFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { googleWallet } from '#tests/fakes/google-wallet.ts'
import { type OpenIdProvider, openIdProvider } from '#tests/fakes/openid-provider.ts'
import { type Buyer, aBuyer } from '../../support/buyer/buyer.ts'
import { buyPass } from '../../support/buyer/pass-purchase.ts'
import { PAY_BY, hold, infoOf, pay, sendDetails, ticketsOf } from '../../support/buyer/purchase.ts'
import { passCertificates } from '../../support/documents/pass-certificates.ts'
import { PASS_TYPE_IDENTIFIER, appleSettings, googleSettings } from '../../support/documents/wallets.ts'
import { PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import { type Organiser, anOrganiser } from '../../support/organiser/organiser.ts'
import { aPollFile } from '../../support/organiser/polls.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { type TestShop, testShop } from '../../support/shop/test-shop.ts'
import type { Caller } from './callers.ts'
import { collectingRoutes } from './collecting-routes.ts'
import {
  type Credentials,
  OWNER,
  aVisitor,
  afterLogout,
  forged,
  formerKey,
  keyed,
  keysOf,
  membersOf,
  over,
  signedIn,
} from './people.ts'
import type { Which } from './routes.ts'

type Stated = NonNullable<EventFile['settings']>
type Person = typeof OWNER

// Tokens of a provider are of today.
const clock = manualClock(instant(Math.floor(Date.now() / 1000) * 1000))

/**
 * A shop in which one buyer has signed in and bought, another one has bought without, with credentials of every kind of
 * caller.
 */
export async function setting() {
  const google = await googleWallet()
  const [served, routes] = await collectingRoutes(() =>
    testShop({
      clock,
      hasPages: true,
      environment: {
        FOYER_MODE: 'development',
        FOYER_BASE_URL: 'https://tickets.example.org',
        GOOGLE_WALLET_API_BASE: google.url,
        GOOGLE_TOKEN_API_BASE: google.url,
      },
    }),
  )
  const { shop, url, apiKey } = served
  const provider = await openIdProvider([`${shop.config.baseUrl}/openid/callback`])
  await offerSignIn(shop.db, provider)
  const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
  const wallets = { ...appleSettings(certificates), ...googleSettings(google) }
  const organiser = await anOrganiser(url, apiKey)
  const other = await anOrganiser(url, apiKey, 'Other House')
  const offers = await openOffers(served, organiser, wallets)
  // A code is good after the moment in which it was made.
  clock.move(1000)

  const owner = await signedIn(served, provider, OWNER)
  const stranger = await signedIn(served, provider)
  const keys = await keysOf(served, organiser.organizationId)
  const others = await keysOf(served, other.organizationId)
  const offered = await shop.catalog.offeredEvent(offers.event)
  const ofMembers = {
    organizationId: organiser.organizationId,
    otherId: other.organizationId,
    eventId: offered?.context.id ?? 0,
  }
  const members = await membersOf(served, ofMembers)
  const credentials: Record<Exclude<Caller, 'device'>, Credentials> = {
    anonymous: await aVisitor(url),
    stranger,
    owner,
    'logged out': await afterLogout(served, await signedIn(served, provider, OWNER)),
    'session over': await over(served, owner),
    'forged session': forged(owner),
    'foreign token': { ...owner, 'x-csrf-token': stranger['x-csrf-token'] ?? '' },
    'by id': await aVisitor(url),
    'wrong key': keyed('00000000-0000-4000-8000-000000000000'),
    'former key': await formerKey(served, organiser.organizationId),
    ...keys,
    'other organiser': others.organiser,
    'other supervisor': others.supervisor,
    'other scanner': others.scanner,
    'other sponsor': others.sponsor,
    system: keyed(apiKey),
    ...members,
  }
  return {
    served,
    routes,
    provider,
    organiser,
    certificates,
    wallets,
    offers,
    ofMembers,
    credentials,
    owner: aBuyer(url, owner),
    nobody: aBuyer(url),
  }
}

export type Setting = Awaited<ReturnType<typeof setting>>

export async function offerSignIn(db: Database, { issuer, clientId, clientSecret }: OpenIdProvider): Promise<void> {
  await db.kysely
    .insertInto('setting')
    .values([
      { key: 'OPENID_PUBLIC_ENABLED', value: 'true' },
      { key: 'OPENID_CONFIGURATION_JSON', value: JSON.stringify({ issuer, clientId, clientSecret }) },
    ])
    .execute()
}

/** With a poll, a code, invoices and wallets: 400 seats. */
export const offeredEvent = (wallets: Stated, slug?: string): EventFile =>
  anEventFile(clock.now(), {
    seats: 400,
    settings: { ...OF_INVOICES, ...wallets },
    promoCodes: [aPromoCodeFile()],
    polls: [aPollFile()],
    ...(slug !== undefined && { slug }),
  })

const OF_INVOICES = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }

/** What is sold, and what was never bought, so that it can be deleted. */
async function openOffers({ shop, url, apiKey }: TestShop, organiser: Organiser, wallets: Stated) {
  const { organizationId } = organiser
  const now = clock.now()
  const stored = (stated: Stated) =>
    Object.fromEntries(Object.entries(stated).map(([key, value]) => [key, String(value)]))
  return {
    event: await organiser.open(offeredEvent(wallets)),
    online: await organiser.open(aFreeEventFile(now, { slug: 'online', format: 'ONLINE' })),
    spareEvent: await organiser.open(anEventFile(now, { slug: 'spare' })),
    pass: await storePass(shop, { organizationId, settings: stored(wallets) }),
    invoicedPass: await storePass(shop, { organizationId, settings: stored(OF_INVOICES) }),
    sparePass: await storePass(shop, { organizationId }),
    spareOrganization: (await anOrganiser(url, apiKey, 'Spare House')).organizationId,
  }
}

/** Makes an order of `person`, up to where `which` says. */
export async function order(
  { offers, organiser }: Pick<Setting, 'offers' | 'organiser'>,
  { buyer, person, which }: { readonly buyer: Buyer; readonly person: Person; readonly which: Which },
): Promise<string> {
  const { event, pass, invoicedPass } = offers
  switch (which) {
    case 'held':
      return hold(buyer, event, { Conference: 1 })
    case 'filled':
      return filled(buyer, event, person)
    case 'invoiced':
      return paid(buyer, await filled(buyer, event, { ...person, ...PRIVATE_INVOICE }), 'ON_SITE')
    case 'receipted':
      return confirmed(organiser, await paid(buyer, await filled(buyer, event, person), 'OFFLINE'))
    case 'pass':
      return confirmed(organiser, await buyPass(buyer, pass.publicId, person))
    case 'invoicedPass':
      return buyPass(buyer, invoicedPass.publicId, { ...person, ...PRIVATE_INVOICE })
    default:
      return which satisfies never
  }
}

async function filled(buyer: Buyer, event: string, form: Person & ContactAndTicketsForm): Promise<string> {
  const id = await hold(buyer, event, { Conference: 1 })
  const { firstName, lastName, email } = form
  const holders = ticketsOf(await infoOf(buyer, id)).map(({ uuid }) => [uuid, { firstName, lastName, email }])
  const { status, value } = await sendDetails(buyer, id, { ...form, tickets: Object.fromEntries(holders) })
  if (status !== 200) throw new Error(`the details were refused: ${JSON.stringify(value)}`)
  return id
}

async function paid(buyer: Buyer, id: string, by: keyof typeof PAY_BY): Promise<string> {
  const { status, value } = await pay(buyer, id, PAY_BY[by])
  if (status !== 200) throw new Error(`Pay was refused: ${JSON.stringify(value)}`)
  return id
}

async function confirmed(organiser: Organiser, id: string): Promise<string> {
  const { status, value } = await organiser.confirm(id)
  if (status !== 200) throw new Error(`the transfer was not confirmed: ${JSON.stringify(value)}`)
  return id
}
