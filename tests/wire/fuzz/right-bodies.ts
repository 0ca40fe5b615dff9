import type { Instant } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aDraft } from '#tests/builders/booking-draft.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
/** Some of them are of the event that is asked about. */
const CATEGORIES = [1, 2, 3]
const PUBLIC = '/api/v2/public'
const ADMIN = '/api/v1/admin'
const OF_EVENT = '/api/organiser/v1/events/:eventId'
const ORDER = `${PUBLIC}/reservation/:reservationId`

/** Bodies that do something, of calls that were not made before the requests begin: route to bodies. */
export function rightBodies(now: Instant): Readonly<Record<string, readonly unknown[]>> {
  const categories = [aCategoryFile(now, { ordinal: 1 })]
  const organization = { name: 'Another House', email: 'a@example.org', description: 'Concerts', slug: null }
  return {
    [`PUT ${PUBLIC}/event/:eventName/ticket/:ticketIdentifier`]: [
      { ...ADA, userLanguage: 'en' },
      { ...ADA, email: 'grace@example.org', additional: {} },
    ],
    [`POST ${PUBLIC}/event/:shortName/waiting-list/subscribe`]: [
      { ...ADA, userLanguage: 'en', termAndConditionsAccepted: true, privacyPolicyAccepted: true },
    ],
    [`POST ${PUBLIC}/order-links`]: [{ email: ADA.email, lang: 'en' }],
    [`POST ${PUBLIC}/user/me`]: [
      { firstName: 'Zebedee', lastName: 'Quillfeather', addCompanyBillingDetails: false, additionalInfo: {} },
    ],
    [`PUT ${ORDER}/draft`]: [aDraft('Ada')],
    [`POST ${ORDER}/withdrawal`]: [{ ...ADA, amount: '120.00' }],
    [`POST ${ORDER}/withdrawal/statement`]: [ADA],
    [`POST ${ADMIN}/event/create`]: [anEventFile(now, { slug: 'new', categories })],
    [`POST ${ADMIN}/event/update/:slug`]: [
      { title: 'Other' },
      { tickets: { max: 400, categories: [{ name: 'Conference', price: 130 }] } },
    ],
    [`POST ${ADMIN}/event/:slug/reservation`]: CATEGORIES.map(ticketCategoryId => ({
      tickets: [{ ticketCategoryId, quantity: 1, attendees: [{ ...ADA, externalReference: 'staff-1' }] }],
      user: ADA,
      configuration: { lockEmailEdit: true },
    })),
    [`POST ${ADMIN}/event/:slug/reservation/import`]: CATEGORIES.map(ticketCategoryId => [
      { tickets: [{ ticketCategoryId, quantity: 2, attendees: [ADA] }], user: ADA, externalReference: 'order-1' },
    ]),
    [`POST ${ADMIN}/subscription/create`]: [aPassFile()],
    [`POST ${ADMIN}/subscription/:id/update`]: [aPassFile({ price: 50 })],
    [`POST ${ADMIN}/subscription/:id/reservation`]: [{ user: { ...ADA }, language: 'en', owner: { ...ADA } }],
    [`POST ${ADMIN}/subscription/:id/bought/:boughtId/extend`]: [{ validTo: now + 1_000_000_000 }, { maxEntries: 20 }],
    [`POST ${ADMIN}/system/organization/create`]: [organization],
    [`POST ${ADMIN}/system/organization/:id`]: [organization],
    ['POST /api/organiser/v1/webhooks']: [
      { organizationId: 1, url: 'https://hooks.example/', description: '', kinds: ['order.completed'] },
    ],
    ['POST /api/organiser/v1/legal-texts']: [
      { organizationId: 1, kind: 'TERMS', texts: { en: '# Terms' } },
      { kind: 'PRIVACY', texts: { en: 'Data', de: 'Daten' } },
    ],
    ['PUT /api/organiser/v1/legal-texts/:legalTextId']: [{ texts: { en: 'Other' }, seen: 'x' }],
    ['POST /api/organiser/v1/mail-test']: [
      { mail: 'ticket', language: 'en' },
      { organizationId: 1, mail: 'transfer-instructions', language: 'de' },
      { eventId: 1, mail: 'pass', language: 'it' },
    ],
    ['PUT /api/organiser/v1/organizations/:id/codes']: [
      {
        promoCodes: [
          { name: 'EVERYWHERE', discountType: 'PERCENTAGE', discount: 10, validTo: '2037-01-01T00:00' },
          {
            name: 'FIVE-OFF',
            discountType: 'FIXED_AMOUNT',
            discount: 500,
            currency: 'CHF',
            validTo: '2037-01-01T00:00',
          },
        ],
        timezone: 'Europe/Zurich',
        seen: 'x',
      },
    ],
    ['POST /api/organiser/v1/markdown']: [{ text: '**Choir** and [more](https://example.org/)' }],
    ...Object.fromEntries(
      ['audience', 'preview', 'test'].map(what => [
        `POST /api/organiser/v1/events/:eventId/messages/${what}`,
        [
          {
            audience: { to: 'ATTENDEES', state: 'COMPLETE' },
            purpose: 'NEWS',
            texts: { en: { subject: 'Doors', text: 'Hello {{first-name}}' } },
            language: 'en',
          },
        ],
      ]),
    ),
    [`POST ${OF_EVENT}/orders/plan`]: CATEGORIES.map(categoryId => ({
      ...ADA,
      way: 'PAID',
      lines: [{ categoryId, quantity: 1 }],
    })),
    [`POST ${OF_EVENT}/orders`]: CATEGORIES.map(categoryId => ({
      ...ADA,
      way: 'COMP',
      note: 'Press',
      lines: [{ categoryId, quantity: 1 }],
      seen: 'another plan',
      requestId: `order-of-${categoryId}`,
    })),
    [`POST ${OF_EVENT}/links`]: [{ name: 'newsletter' }, { name: 'poster', code: 'FRIENDS' }],
    [`PUT ${OF_EVENT}/links/:linkId`]: [
      { code: 'FRIENDS', seen: null },
      { name: 'poster', code: null, seen: 'FRIENDS' },
    ],
    [`POST ${OF_EVENT}/seat-blocks`]: [null, ...CATEGORIES].map((categoryId, at) => ({
      name: 'Choir',
      categoryId,
      seats: 1,
      requestId: `block-${at}`,
    })),
    [`POST ${OF_EVENT}/sponsors`]: [{ name: 'Brunner Coffee' }],
    [`POST ${OF_EVENT}/doors`]: [
      { name: 'Main door', labelSize: '62x29', printsByItself: true },
      { name: 'Till', maySell: true, sellCategoryIds: CATEGORIES, sellExtraIds: [] },
    ],
    [`POST ${OF_EVENT}/codes`]: [
      { base: 1, like: { discount: 10, discountType: 'PERCENTAGE' }, drawn: { count: 3, prefix: 'X-', length: 8 } },
    ],
    'POST /api/door/v1/drawers': [{ requestId: '7b0e4c1e-2f44-4c57-9d8e-0d0f5a1c9b11', person: 'Mia', float: '200' }],
    'POST /api/organiser/v1/saved-exports': [
      {
        name: 'Meals',
        kind: 'attendees',
        format: 'xlsx',
        columns: ['attendee.lastName', 'ticket.category'],
        period: 'WEEK',
        timezone: 'Europe/Zurich',
        event: 1,
        state: 'COMPLETE',
        schedule: { kind: 'MONTHLY', day: 31, hour: 7 },
        recipients: [1],
      },
      {
        name: 'Books',
        kind: 'orders',
        format: 'csv',
        columns: ['order.id', 'order.total'],
        period: 'MONTH',
        timezone: 'UTC',
        organization: 1,
        recipients: [],
      },
    ],
    'PUT /api/organiser/v1/saved-exports/:exportId': [
      {
        name: 'Guests',
        format: 'csv',
        columns: ['ticket.category'],
        period: 'ALL',
        timezone: 'UTC',
        schedule: { kind: 'DAILY', hour: 7 },
        recipients: [1],
        seen: 'another export',
      },
    ],
    [`PUT ${ADMIN}/awaited-transfers/confirm`]: [{ reference: ':reservationId', amount: '120.00', currency: 'CHF' }],
    [`POST ${ADMIN}/reservation/:reservationId/refund`]: [
      { what: 'ORDER', money: true },
      { what: 'TICKETS', tickets: [':ticketIdentifier'], money: false },
      { what: 'AMOUNT', money: false, amount: '1.00', requestId: 'wish-1' },
    ],
  }
}
