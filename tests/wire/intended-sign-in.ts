import { type IntendedDifferences } from './intended-differences.ts'

const ME = '/api/v2/public/user/me'
const ORDERS = 'GET /api/v2/public/user/reservations answer 200 application/json [].reservations[]'
const OF_ORDER = [
  'GET /openid/{type}/{publicIdentifier}/reservation/{reservationId}',
  'GET /openid/{purchaseContextType}/{publicIdentifier}/reservation/{reservationId}',
]

/** Where sign-in and accounts differ from the reference documents. */
export const signInDifferences: readonly IntendedDifferences[] = [
  {
    reason: 'Buyers without an account have the links of their orders sent to their address.',
    differences: ['POST /api/v2/public/order-links: not in the reference'],
  },
  {
    reason:
      'Calls of our own: what is kept of a person as a file, and the message that a session has ended at the provider.',
    differences: [`GET ${ME}/data: not in the reference`, 'POST /openid/back-channel-logout: not in the reference'],
  },
  {
    reason: 'The page of own orders writes dates in words of its own, from moments.',
    differences: [
      `${ORDERS}.confirmedAt: not in the reference`,
      ...['startsAt', 'endsAt', 'timeZone'].map(
        name => `${ORDERS.replace('.reservations[]', '')}.${name}: not in the reference`,
      ),
    ],
  },
  {
    reason: 'A visitor comes back to where they were.',
    differences: ['GET /openid/authentication query from: not in the reference'],
  },
  {
    reason: 'A sign-in that came to nothing says so on a page, and how to go on; so does a provider that is away.',
    differences: [
      'GET /openid/authentication answer 503: not in the reference',
      'GET /openid/callback answer 403: not in the reference',
      'GET /openid/callback answer 503: not in the reference',
    ],
  },
  {
    reason: 'The reference says in words only that a call marked as one is answered 401.',
    differences: OF_ORDER.map(call => `${call} answer 401: not in the reference`),
  },
  {
    reason:
      'Who has not signed in, or whose account is gone, gets the same answer; every account is of the provider of sign-in.',
    differences: [`DELETE ${ME} answer 401: not in the reference`],
  },
  {
    reason: 'What the reference may leave empty is always there.',
    differences: [`GET ${ME} answer 200`, `POST ${ME} answer 200`, `POST ${ME} answer 422`].flatMap(answer => {
      const profile = `${answer} application/json ${answer.startsWith('POST') ? '.value' : ''}.profile`
      return [
        `${profile}.additionalData: object, reference null|object`,
        `${profile}.billingDetails.invoicingAdditionalInfo: object, reference null|object`,
      ]
    }),
  },
  {
    reason: 'Every refusal has a code.',
    differences: [200, 422].map(
      status => `POST ${ME} answer ${status} application/json .validationErrors[].code: string, reference null|string`,
    ),
  },
  {
    reason: 'What can’t be read is returned; the reference leaves that body open.',
    differences: ['POST', 'DELETE'].map(method => `${method} ${ME} answer 400 application/json: not in the reference`),
  },
  {
    reason: 'There is no such way to pay here.',
    differences: [`${ORDERS}.status: without CUSTOM_OFFLINE_PAYMENT`],
  },
]
