import { type IntendedDifferences, at } from './intended-differences.ts'

const TICKET = '/api/v2/public/event/{eventName}/ticket/{ticketIdentifier}'
const RESERVATION = '/api/v2/public/reservation/{reservationId}'
const GOOGLE_PASS = 'GET /api/wallet/event/{eventName}/v1/version/passes/{uuid}'
const APPLE_PASS = 'GET /api/pass/event/{eventName}/v1/version/passes/{uuid}'
const LATEST_PASS = 'GET /api/pass/event/{eventName}/v1/version/passes/{passTypeIdentifier}/{serialNumber}'
const DEVICE_PASS = '/api/pass/event/{eventName}/v1/devices/{device}/registrations/{passTypeIdentifier}'
const BOUGHT_PASS = '/api/v2/public/subscription/{id}/reservation/{reservationId}'
const PASS_SERVICE = '/api/pass/subscription/{id}/v1'
const PASS_DEVICE = `${PASS_SERVICE}/devices/{device}/registrations/{passTypeIdentifier}`
const STATIC_IMAGE = 'GET /resources/images/{path}'

/** Where what we serve to wallets differs from the reference documents. */
export const walletDifferences: readonly IntendedDifferences[] = [
  {
    reason:
      'Wallets that are not set up are not found, and no holder waits at a wallet that fails: back to the ticket.',
    differences: [
      ...at([GOOGLE_PASS, APPLE_PASS], 'answer 500: missing'),
      `${APPLE_PASS} answer 302: not in the reference`,
    ],
  },
  {
    reason: 'Links to wallets are limited in their rate, and what could not be read is returned.',
    differences: [
      ...at([GOOGLE_PASS, APPLE_PASS], 'answer 429: not in the reference'),
      ...at([GOOGLE_PASS, APPLE_PASS, LATEST_PASS, STATIC_IMAGE], 'answer 400: not in the reference'),
    ],
  },
  {
    reason:
      "The service for Apple's devices, which the reference only pretends to have; Authorization is read by hand.",
    differences: [
      `DELETE ${DEVICE_PASS}/{serialNumber}: not in the reference`,
      `GET ${DEVICE_PASS}: not in the reference`,
      'GET /api/pass/event/{eventName}/v1/passes/{passTypeIdentifier}/{serialNumber}: not in the reference',
      `POST ${DEVICE_PASS}/{serialNumber}: not in the reference`,
      'POST /api/pass/event/{eventName}/v1/log: not in the reference',
      `${LATEST_PASS} answer 304: not in the reference`,
      `${LATEST_PASS} header Authorization: missing`,
    ],
  },
  {
    reason: "Apple's devices without a token are refused as Apple documents it (lifecycle G).",
    differences: [`${LATEST_PASS} answer 401: not in the reference`],
  },
  {
    reason: 'Calls of our own: bought passes go into wallets, too, with the same service for their devices.',
    differences: [
      `GET ${BOUGHT_PASS}/google-wallet: not in the reference`,
      `GET ${BOUGHT_PASS}/apple-wallet: not in the reference`,
      `GET ${PASS_SERVICE}/passes/{passTypeIdentifier}/{serialNumber}: not in the reference`,
      `GET ${PASS_DEVICE}: not in the reference`,
      `POST ${PASS_DEVICE}/{serialNumber}: not in the reference`,
      `DELETE ${PASS_DEVICE}/{serialNumber}: not in the reference`,
      `POST ${PASS_SERVICE}/log: not in the reference`,
      `GET ${RESERVATION} answer 200 application/json .subscriptionInfos[].walletConfiguration: not in the reference`,
    ],
  },
  {
    reason: 'Which wallets take a ticket depends on the ticket and on its event, not only on the shop.',
    differences: [
      `GET ${TICKET} answer 200 application/json .walletConfiguration: not in the reference`,
      `GET ${TICKET}/full answer 200 application/json .tickets[].walletConfiguration: not in the reference`,
      `GET ${RESERVATION} answer 200 application/json .ticketsByCategory[].tickets[].walletConfiguration: not in the reference`,
    ],
  },
]
