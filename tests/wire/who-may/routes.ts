import { aDraft } from '../../builders/booking-draft.ts'
import {
  ROUTES_BEFORE_SIGN_IN,
  ROUTES_OF_SAMPLE,
  ROUTES_OF_HOME,
  ROUTES_OF_MEMBERS,
  ROUTES_OF_PEOPLE,
  ROUTES_OF_REMEDIES,
} from './member-routes.ts'
import { ROUTES_TO_EXPORT } from './export-routes.ts'
import { ROUTES_OF_DESK_ORDERS, ROUTES_OF_NEWS } from './desk-order-routes.ts'
import { ROUTES_AT_DOORS } from './door-routes.ts'
import { ROUTES_OF_EVENTS } from './event-routes.ts'
import { ROUTES_OF_DEVELOPMENT } from './development-routes.ts'
import { ROUTES_OF_DESK_MONEY } from './money-routes.ts'
import type { RuleName } from './rules.ts'
import {
  ROUTES_OF_KEYS,
  ROUTES_OF_ORGANIZATIONS,
  ROUTES_OF_OWN_ORGANIZATIONS,
  ROUTES_OF_WHICH_ORGANIZATIONS,
  ROUTES_OF_WORDS,
  ROUTES_OF_PROOF,
  ROUTES_OF_SETTINGS,
  ROUTES_OF_SHOP_CHECKS,
  ROUTES_OF_TEST_MAIL,
} from './settings-routes.ts'
import { ROUTES_OF_LEGAL_TEXTS, ROUTES_OF_WEBHOOKS } from './webhook-routes.ts'

/** Which order of its buyer a route is asked about. */
export type Which = 'held' | 'filled' | 'invoiced' | 'receipted' | 'pass' | 'invoicedPass'

/** How a route answers, where it differs from its rule. `:name` means the value of a parameter. */
export type Row = {
  /** To those who may; 200 where nothing is said. */
  readonly answers?: number | readonly number[]
  /** To those who may, with something of another owner. */
  readonly others?: number | readonly number[]
  /** To all others. */
  readonly refuses?: number
  /** To those who may, of what does not exist. */
  readonly unknown?: number
  /** What another organisation learns of what exists, because the wire wants it so. */
  readonly shows?: string
  /** Which order it is asked about; "invoiced" where nothing is said. */
  readonly of?: Which
  /** A call that leaves the order behind changed: it gets one of its own. */
  readonly isChanging?: true
  /** A call after which those who have signed in no longer are: they come for it, and ordered nothing. */
  readonly isEnding?: true
  readonly query?: string
  readonly body?: unknown
  readonly params?: Readonly<Record<string, string>>
}

const PUBLIC = '/api/v2/public'
const EVENT = `${PUBLIC}/event/:shortName`
const OF_EVENT = `${PUBLIC}/event/:eventName`
const ORDER = `${PUBLIC}/reservation/:reservationId`
const PASS = `${PUBLIC}/subscription/:id`
const OF_PASS = `${PASS}/reservation/:reservationId`
const TICKET = `${OF_EVENT}/ticket/:ticketIdentifier`
const USER = `${PUBLIC}/user`
const APPLE = '/api/pass/event/:eventName/v1'
const APPLE_PASS = '/api/pass/subscription/:id/v1'
const ADMIN = '/api/v1/admin'
const DESK = `${ADMIN}/subscription/:id`
const DOOR = '/admin/api/check-in'
const DOOR_TICKET = `${DOOR}/event/:eventName/ticket/:ticketIdentifier`
const RETURN = '/:purchaseContextType/:publicIdentifier/reservation/:reservationId/payment'

const NO_TICKETS = { tickets: [] }
const TRANSFER = { transaction: { paymentProvider: 'OFFLINE' } }
/** The wire answers an unknown event otherwise than that of another organisation. */
const EVENT_NAME = 'which names of events there are'
/** The wire denies an order of another organisation; its id can't be guessed. */
const ORDER_ID = 'which ids of orders there are'
const DOOR_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const PAPER = { ticketIdentifier: ':paper' }
const OF_ORGANIZATION = { id: ':organization' }
const ONLINE = {
  eventName: ':onlineName',
  ticketIdentifier: ':onlineTicket',
  checkInCode: ':onlineCode',
  ticketCodeHash: ':onlineCode',
}

/** Every route of a running server, by who may call it. Reads are asked by HEAD as well. */
export const ROUTES: Readonly<Record<RuleName, Readonly<Record<string, Row>>>> = {
  everybody: {
    'GET /api/openapi.json': {},
    ...ROUTES_BEFORE_SIGN_IN,
    ...ROUTES_OF_PROOF,
    'GET /api/v2/info': {},
    [`GET ${PUBLIC}/challenge`]: {},
    [`GET ${PUBLIC}/i18n/languages`]: {},
    [`GET ${PUBLIC}/i18n/bundle/:lang`]: { unknown: 200 },
    [`GET ${PUBLIC}/i18n/countries/:lang`]: { unknown: 200 },
    [`GET ${PUBLIC}/i18n/countries-vat/:lang`]: { unknown: 200 },
    [`GET ${PUBLIC}/i18n/eu-countries-vat/:lang`]: { unknown: 200 },
    [`GET ${PUBLIC}/events`]: {},
    [`GET ${PUBLIC}/events/choices`]: {},
    [`GET ${PUBLIC}/events/listed`]: {},
    [`GET ${PUBLIC}/organizer/:organizerSlug`]: {},
    [`GET ${PUBLIC}/legal/:legalTextId`]: { params: { legalTextId: 'x' }, answers: 404 },
    [`GET ${EVENT}`]: {},
    [`GET ${EVENT}/ticket-categories`]: {},
    [`GET ${EVENT}/calendar/:locale`]: {},
    [`POST ${EVENT}/check-discount`]: { body: {}, answers: 204, unknown: 204 },
    [`GET ${EVENT}/code/:code`]: { answers: 307, unknown: 307 },
    [`GET ${EVENT}/code/:code/offer`]: { answers: 404 },
    [`GET ${EVENT}/subscriptions`]: {},
    [`GET ${EVENT}/validate-code`]: { query: 'code=TENOFF10', unknown: 422 },
    [`POST ${EVENT}/waiting-list/subscribe`]: { body: {}, answers: 422 },
    [`POST ${EVENT}/waiting-list/join`]: { body: {}, answers: 422 },
    [`POST ${EVENT}/sale-notice`]: { body: {}, answers: 422 },
    [`DELETE ${PUBLIC}/sale-notice/:key`]: { params: { key: ':leaveKey' }, unknown: 200 },
    [`GET ${PUBLIC}/waiting-list/:key`]: { params: { key: ':leaveKey' } },
    [`DELETE ${PUBLIC}/waiting-list/:key`]: { params: { key: ':leaveKey' }, unknown: 200 },
    'POST /api/v2/public/order-links': { body: {}, answers: 422 },
    [`POST ${EVENT}/reserve-tickets`]: { body: {}, answers: 422, query: 'lang=en' },
    [`GET ${PUBLIC}/subscriptions`]: {},
    [`GET ${PASS}`]: {},
    [`POST ${PASS}`]: {},
    [`GET ${PASS}/events`]: {},
    [`GET ${PUBLIC}/visit/reservations`]: {},
    [`GET ${ORDER}/status`]: {},
    [`GET ${USER}/authentication-enabled`]: {},
    [`POST ${USER}/logout`]: { isEnding: true },
    'GET /resources/images/*': { params: { '*': ':picture' } },
    'GET /e/:shortName': { answers: 302, unknown: 302 },
    'GET /e/:shortName/l/:name': { params: { name: 'poster' }, answers: 302, unknown: 302 },
    'GET /e/:shortName/c/:code': { answers: 302, unknown: 302 },
    'GET /event/:shortName/code/:code': { answers: 302, unknown: 302 },
    'POST /event/:shortName/code/:code': { answers: 303, unknown: 303 },
    'GET /waiting-list/:key': { params: { key: ':leaveKey' }, unknown: 200 },
    'POST /waiting-list/:key': { params: { key: ':leaveKey' }, unknown: 200 },
    ...ROUTES_OF_NEWS,
    'GET /sitemap.xml': {},
    'GET /api/oembed': { query: 'url=http://localhost/nowhere', answers: 404, unknown: 404 },
    'POST /report-csp-violation': {},
    'GET /robots.txt': {},
    'GET /file/:digest': {},
    'GET /icon/:name': { params: { name: '180-a8321a.png' }, unknown: 200 },
    'GET /site.webmanifest': {},
    'GET /share/:kind/:id/:name': { params: { kind: 'event', id: ':shortName', name: 'en.0f.png' } },
    'GET /feed/events.ics': {},
    'GET /feed/events.atom': {},
    'GET /o/:organizerSlug/events.ics': {},
    'GET /o/:organizerSlug/events.atom': {},
    'GET /openid/authentication': { answers: 302 },
    'GET /openid/callback': { answers: 403 },
    // Of this machine, or with its token: server/operation/metrics/metrics.test.ts.
    'GET /metrics': { answers: 404 },
    'GET /healthz': {},
    'GET /health/live': {},
    'GET /health/ready': {},
    'GET /assets/*': { params: { '*': ':asset' } },
    'GET /assets/texts/:name': { unknown: 200, params: { name: 'en-0.json' } },
    'GET /ticket-worker.js': {},
    'GET /door-worker.js': {},
    'GET /door.webmanifest': {},
    'GET /embed/*': { params: { '*': ':embedded' } },
  },
  link: {
    [`GET ${TICKET}`]: {},
    [`PUT ${TICKET}`]: { body: {}, answers: 422 },
    [`DELETE ${TICKET}`]: { answers: 400 },
    [`GET ${TICKET}/full`]: {},
    [`GET ${TICKET}/passed-on`]: { answers: 404 },
    [`GET ${TICKET}/ended`]: { answers: 404 },
    [`GET ${TICKET}/code.png`]: { unknown: 403 },
    [`GET ${TICKET}/code/:checkInCode/check-in-info`]: { params: ONLINE },
    [`GET ${TICKET}/download-ticket`]: { unknown: 403 },
    [`POST ${TICKET}/send-ticket-by-email`]: { answers: [200, 429], isChanging: true },
    'GET /event/:eventName/ticket/:ticketIdentifier/code.png': { unknown: 403 },
    'GET /event/:eventName/ticket/:ticketIdentifier/check-in/:ticketCodeHash': {
      params: ONLINE,
      answers: 302,
      unknown: 302,
    },
    'POST /event/:eventName/ticket/:ticketIdentifier/check-in/:ticketCodeHash': {
      params: ONLINE,
      answers: 303,
      unknown: 303,
    },
    'GET /api/wallet/event/:eventName/v1/version/passes/:uuid': { answers: 302 },
    'GET /api/pass/event/:eventName/v1/version/passes/:uuid': {},
    [`GET ${EVENT}/poll`]: { query: 'pin=:pin', unknown: 422 },
    [`GET ${EVENT}/poll/:pollId`]: { query: 'pin=:pin', unknown: 422 },
    [`POST ${EVENT}/poll/:pollId/answer`]: { body: { pin: ':pin', optionId: ':optionId' }, unknown: 422 },
  },
  order: {
    [`GET ${ORDER}`]: {},
    [`POST ${ORDER}`]: { of: 'filled', query: 'lang=en', body: {}, answers: 422 },
    [`DELETE ${ORDER}`]: { of: 'held', unknown: 200 },
    [`GET ${ORDER}/selected-custom-payment-method-details`]: { answers: 400, unknown: 400 },
    [`POST ${ORDER}/validate-to-overview`]: { of: 'held', query: 'lang=en', body: {}, answers: 422 },
    [`POST ${ORDER}/back-to-booking`]: { of: 'filled', unknown: 200 },
    [`POST ${ORDER}/extend`]: { of: 'held' },
    [`GET ${ORDER}/applicable-custom-payment-method-details`]: { unknown: 400 },
    [`POST ${ORDER}/apply-code`]: { of: 'held', body: { code: 'X', amount: 0, type: 'SUBSCRIPTION' }, unknown: 200 },
    [`DELETE ${ORDER}/payment`]: { of: 'filled', unknown: 200 },
    [`DELETE ${ORDER}/payment/token`]: { of: 'filled', unknown: 200 },
    [`POST ${ORDER}/payment/:method/init`]: { of: 'filled', body: {}, answers: 404, unknown: 400 },
    [`GET ${ORDER}/payment/:method/status`]: { of: 'filled', answers: 404 },
    [`GET ${ORDER}/transaction/force-check`]: { answers: 404 },
    [`DELETE ${ORDER}/remove-code`]: { of: 'held', query: 'type=SUBSCRIPTION', unknown: 200 },
    [`GET ${ORDER}/end`]: { answers: 404 },
    [`GET ${ORDER}/changes`]: {},
    [`GET ${ORDER}/draft`]: { of: 'held' },
    [`PUT ${ORDER}/draft`]: { of: 'held', body: aDraft('Ada') },
    [`GET ${ORDER}/transfer`]: { answers: 404 },
    [`GET ${ORDER}/transfer/code.svg`]: { answers: 404 },
    [`GET ${ORDER}/end/document/:documentId`]: { params: { documentId: 'none' }, answers: 404 },
    [`GET ${ORDER}/withdrawal`]: { of: 'pass' },
    [`POST ${ORDER}/withdrawal`]: { of: 'pass', body: { amount: '0.00' }, answers: 422 },
    [`POST ${ORDER}/withdrawal/statement`]: { of: 'pass', body: {}, answers: 422 },
    [`POST ${PUBLIC}/:purchaseContextType/:publicIdentifier/reservation/:reservationId/re-send-email`]: {
      query: 'lang=en',
    },
    [`GET ${OF_EVENT}/reservation/:reservationId/invoice`]: {},
    [`GET ${OF_EVENT}/reservation/:reservationId/receipt`]: { of: 'receipted' },
    [`GET ${OF_EVENT}/reservation/:reservationId/transaction/force-check`]: { answers: 404 },
    [`GET ${OF_PASS}/google-wallet`]: { of: 'pass', answers: 302 },
    [`GET ${OF_PASS}/apple-wallet`]: { of: 'pass' },
    [`GET ${OF_PASS}/invoice`]: { of: 'invoicedPass' },
    [`GET ${OF_PASS}/receipt`]: { of: 'pass' },
    [`GET ${OF_PASS}/pass`]: { of: 'pass' },
    [`GET ${OF_PASS}/calendar/:locale`]: { of: 'pass', answers: 404 },
    'POST /api/reservation/:reservationId/payment/:method/init': { of: 'filled', body: {}, answers: 404 },
    'GET /api/reservation/:reservationId/payment/:method/status': { of: 'filled', answers: 404 },
  },
  way: {
    'GET /event/:eventName/reservation/:reservationId': { answers: 302 },
    'GET /subscription/:id/reservation/:reservationId': { of: 'pass', answers: 302 },
    'GET /openid/:purchaseContextType/:publicIdentifier/reservation/:reservationId': { answers: 302 },
    'GET /api/payment/webhook/saferpay/reservation/:reservationId/success': { unknown: 200 },
    'GET /api/payment/webhook/saferpay/reservation/:reservationId/fail': { unknown: 200 },
    'GET /payment/paypal/redirect/:operation': { answers: 302 },
    [`GET ${RETURN}/stripe/return`]: { answers: 302 },
    [`GET ${RETURN}/saferpay/return`]: { answers: 302 },
    [`GET ${RETURN}/saferpay/cancel`]: { answers: 302 },
    [`GET ${RETURN}/mollie/return`]: { answers: 302 },
    [`GET ${RETURN}/paypal/confirm`]: { answers: 302 },
    [`GET ${RETURN}/paypal/cancel`]: { answers: 302 },
  },
  account: {
    [`GET ${USER}/me`]: { others: 200, refuses: 204 },
    [`POST ${USER}/me`]: { body: {}, answers: 422, others: 422 },
    [`DELETE ${USER}/me`]: { isEnding: true, others: 200 },
    [`GET ${USER}/me/data`]: { others: 200 },
    [`GET ${USER}/reservations`]: { others: 200, refuses: 204 },
  },
  device: {
    [`GET ${APPLE}/version/passes/:passTypeIdentifier/:serialNumber`]: { unknown: 404 },
    [`GET ${APPLE}/passes/:passTypeIdentifier/:serialNumber`]: { unknown: 404 },
    [`POST ${APPLE}/devices/:device/registrations/:passTypeIdentifier/:serialNumber`]: {
      body: { pushToken: 'abc' },
      answers: 201,
    },
    [`DELETE ${APPLE}/devices/:device/registrations/:passTypeIdentifier/:serialNumber`]: {},
    [`GET ${APPLE_PASS}/passes/:passTypeIdentifier/:serialNumber`]: { of: 'pass', unknown: 404 },
    [`POST ${APPLE_PASS}/devices/:device/registrations/:passTypeIdentifier/:serialNumber`]: {
      of: 'pass',
      body: { pushToken: 'abc' },
      answers: 201,
    },
    [`DELETE ${APPLE_PASS}/devices/:device/registrations/:passTypeIdentifier/:serialNumber`]: { of: 'pass' },
  },
  telephone: {
    [`GET ${APPLE}/devices/:device/registrations/:passTypeIdentifier`]: { answers: 204 },
    [`GET ${APPLE_PASS}/devices/:device/registrations/:passTypeIdentifier`]: { answers: 204 },
    [`POST ${APPLE}/log`]: { body: { logs: [] }, unknown: 200 },
    [`POST ${APPLE_PASS}/log`]: { body: { logs: [] }, unknown: 200 },
  },
  provider: {
    'POST /api/webhook/stripe/notification': {},
    'POST /api/webhook/mollie/event/:eventName/reservation/:reservationId': { refuses: 200 },
    'POST /api/payment/webhook/stripe/payment': {},
    'POST /api/payment/webhook/mollie/reservation/:reservationId': {},
    'POST /api/payment/webhook/paypal': {},
    'POST /openid/back-channel-logout': { body: { logout_token: 'x' } },
  },
  organiser: {
    [`POST ${ADMIN}/event/create`]: { body: {}, answers: 400, others: 400 },
    [`POST ${ADMIN}/event/update/:slug`]: { body: {}, params: { slug: ':spareEvent' } },
    [`GET ${ADMIN}/event/list`]: { others: 200 },
    [`DELETE ${ADMIN}/event/:slug`]: { params: { slug: ':spareEvent' } },
    [`GET ${ADMIN}/event/:slug/subscriptions`]: {},
    [`PUT ${ADMIN}/event/:slug/subscriptions`]: { body: [] },
    [`GET ${ADMIN}/event/:slug/stats`]: {},
    [`POST ${ADMIN}/event/:slug/generate-subscribers-tickets`]: {},
    [`GET ${ADMIN}/event/:slug/download-attendees`]: {},
    [`GET ${ADMIN}/event/:slug/check-in-log`]: {},
    [`DELETE ${ADMIN}/event/:slug/reservation/delete-ticket/:ticketUUID`]: {
      params: { ticketUUID: ':paper' },
      isChanging: true,
    },
    [`GET ${ADMIN}/:purchaseContextType/:publicIdentifier/reservation/:id`]: { params: { id: ':reservationId' } },
    [`POST ${ADMIN}/event/:slug/reservation`]: { body: NO_TICKETS, answers: 400 },
    [`POST ${ADMIN}/event/:slug/reservation/import`]: { query: 'language=en', body: [NO_TICKETS], answers: 400 },
    [`GET ${ADMIN}/event/:slug/reservation/bulk/:requestId/status`]: {},
    [`POST ${ADMIN}/subscription/create`]: { body: {}, answers: 400, others: 400 },
    [`GET ${ADMIN}/subscription/list`]: { others: 200 },
    [`GET ${DESK}`]: {},
    [`POST ${DESK}/update`]: { body: {}, params: { id: ':sparePass' } },
    [`DELETE ${DESK}/deactivate`]: { params: { id: ':sparePass' } },
    [`GET ${DESK}/events`]: {},
    [`POST ${DESK}/events`]: { body: [] },
    [`POST ${DESK}/reservation`]: { shows: 'which passes there are', body: {}, unknown: 404 },
    [`DELETE ${DESK}/reservation/delete-subscription/:subscriptionToDelete`]: { of: 'pass', isChanging: true },
    [`GET ${DESK}/bought`]: {},
    [`GET ${DESK}/bought/:boughtId/uses`]: { of: 'pass' },
    [`POST ${DESK}/bought/:boughtId/extend`]: { of: 'pass', body: {}, answers: 400 },
    [`PUT ${ADMIN}/configuration/organization/:organizationId`]: { body: {} },
    [`PUT ${ADMIN}/configuration/organization/:organizationId/:purchaseContextType/:publicIdentifier`]: { body: {} },
    [`GET ${ADMIN}/awaited-transfers`]: { others: 200 },
    [`PUT ${ADMIN}/awaited-transfers/confirm`]: { body: { reference: ':reservationId' }, answers: 400, others: 400 },
    [`PUT ${ADMIN}/reservation/:reservationId/confirm`]: {
      shows: ORDER_ID,
      body: TRANSFER,
      answers: 400,
      unknown: 400,
    },
    [`PUT ${ADMIN}/reservation/:reservationId/credit`]: { isChanging: true },
    [`GET ${ADMIN}/reservation/:reservationId/e-invoice/:format`]: {},
    [`POST ${ADMIN}/reservation/:reservationId/refund`]: { body: { what: 'ORDER', money: false }, isChanging: true },
    [`GET ${ADMIN}/reservation/:reservationId/payments`]: {},
    [`GET ${ADMIN}/reconciliation`]: { query: 'provider=OFFLINE&day=2027-01-15', others: 200 },
    [`GET ${ADMIN}/payment-reviews`]: { others: 200 },
    [`PUT ${ADMIN}/payment-reviews/:reviewId`]: { body: { note: null } },
  },
  system: {
    [`POST ${ADMIN}/system/organization/create`]: { body: {}, answers: 400 },
    [`GET ${ADMIN}/system/organization/list`]: {},
    [`GET ${ADMIN}/system/organization/:id`]: { params: OF_ORGANIZATION },
    [`POST ${ADMIN}/system/organization/:id`]: {
      params: OF_ORGANIZATION,
      body: { name: '', email: '', description: '' },
      answers: 400,
      unknown: 400,
    },
    [`DELETE ${ADMIN}/system/organization/:id`]: { params: { id: ':spareOrganization' } },
    [`PUT ${ADMIN}/system/organization/:id/api-key`]: { params: OF_ORGANIZATION, body: { type: 'SPONSOR' } },
    [`DELETE ${ADMIN}/system/organization/:id/api-key/:apiKey`]: { params: OF_ORGANIZATION },
  },
  scan: {
    [`GET ${DOOR_TICKET}`]: { params: PAPER, query: 'qrCode=:qrCode' },
    [`POST ${DOOR_TICKET}`]: { params: PAPER, body: { code: ':qrCode' }, others: 200, unknown: 200 },
    [`GET ${DOOR_TICKET}/status`]: { params: PAPER },
    [`POST ${DOOR_TICKET}/confirm-on-site-payment`]: { params: PAPER, body: { code: ':qrCode' } },
    [`POST ${DOOR_TICKET}/manual-check-in`]: { params: PAPER },
    [`POST ${DOOR_TICKET}/revert-check-in`]: { params: PAPER },
    [`POST ${DOOR}/event/:eventName/bulk`]: { body: [] },
    [`GET ${DOOR}/event/:eventName/statistics`]: {},
    [`GET ${DOOR}/:eventId/ticket/:ticketIdentifier`]: { params: PAPER, query: 'qrCode=:qrCode' },
    [`POST ${DOOR}/:eventId/ticket/:ticketIdentifier`]: { params: PAPER, body: { code: ':qrCode' } },
    [`POST ${DOOR}/:eventId/ticket/:ticketIdentifier/manual-check-in`]: { params: PAPER },
    [`POST ${DOOR}/:eventId/ticket/:ticketIdentifier/revert-check-in`]: { params: PAPER },
    [`GET ${DOOR}/:eventId/ticket-identifiers`]: {},
    [`POST ${DOOR}/:eventId/tickets`]: { body: [1] },
    [`GET ${DOOR}/:eventName/offline-identifiers`]: {},
    [`POST ${DOOR}/:eventName/offline`]: { body: [1] },
  },
  attendees: {
    [`GET ${DOOR}/event/:publicIdentifier/attendees`]: { shows: EVENT_NAME, query: 'query=Quill' },
  },
  entrance: {
    [`GET ${DOOR}/:eventName/label-layout`]: { answers: 204 },
    'GET /admin/api/user-type': { others: 200 },
    'GET /admin/api/user/details': { others: 200 },
    'GET /admin/api/events': { others: 200 },
    'GET /api/attendees/:eventKey/ticket/:UUID': { shows: EVENT_NAME, answers: [200, 400], unknown: 400 },
  },
  ownLeads: {
    'GET /api/attendees/:eventKey/sponsor-scan/mine': { shows: EVENT_NAME },
  },
  member: ROUTES_OF_MEMBERS,
  people: { ...ROUTES_OF_PEOPLE, ...ROUTES_OF_KEYS, ...ROUTES_OF_WEBHOOKS, ...ROUTES_OF_LEGAL_TEXTS },
  ownOrganizations: ROUTES_OF_OWN_ORGANIZATIONS,
  organizations: ROUTES_OF_ORGANIZATIONS,
  wording: ROUTES_OF_WORDS,
  settings: ROUTES_OF_SETTINGS,
  ...ROUTES_OF_DESK_MONEY,
  shopChecks: { ...ROUTES_OF_SHOP_CHECKS, ...ROUTES_OF_WHICH_ORGANIZATIONS, ...ROUTES_OF_SAMPLE },
  testMail: ROUTES_OF_TEST_MAIL,
  home: ROUTES_OF_HOME,
  ...ROUTES_OF_EVENTS,
  remedies: ROUTES_OF_REMEDIES,
  ...ROUTES_OF_DESK_ORDERS,
  ...ROUTES_TO_EXPORT,
  nobody: {
    ...Object.fromEntries(DOOR_METHODS.map(method => [`${method} /admin/api/*`, { params: { '*': 'users' } }])),
    // The server takes none without a body.
    'QUERY /admin/api/*': { params: { '*': 'users' }, refuses: 400 },
  },
  ...ROUTES_AT_DOORS,
  ...ROUTES_OF_DEVELOPMENT,
}
