import { type IntendedDifferences, at } from './intended-differences.ts'

const EVENTS = 'GET /admin/api/events'
const CHECK_IN = '/admin/api/check-in'
const SPONSOR_SCAN = 'POST /api/attendees/sponsor-scan request application/json'

/** Where the reference, as it runs, answers otherwise than its documents say, and we answer as it runs. */
export const observedDifferences: readonly IntendedDifferences[] = [
  {
    reason:
      'Scanning apps with a key get a list to choose from; the one with counters is for people who sign in to the back office.',
    differences: [
      ...[
        'allowedPaymentProxies',
        'availableSeats',
        'checkedInTickets',
        'displayName',
        'dynamicAllocation',
        'expired',
        'fileBlobId',
        'formattedBegin',
        'formattedEnd',
        'id',
        'notAllocatedTickets',
        'notSoldTickets',
        'organizationId',
        'pendingTickets',
        'releasedTickets',
        'shortName',
        'soldTickets',
        'status',
        'warningNeeded',
      ].map(name => `${EVENTS} answer 200 application/json [].${name}: missing`),
      `${EVENTS} query includeOnline: not in the reference`,
      `${EVENTS} answer 400: not in the reference`,
    ],
  },
  {
    reason: 'A ticket or an event that is not there is denied as one of another organisation.',
    differences: at(
      [
        `POST ${CHECK_IN}/event/{eventName}/ticket/{ticketIdentifier}/manual-check-in`,
        'DELETE /api/v1/admin/event/{slug}/reservation/delete-ticket/{ticketUUID}',
        'DELETE /api/v1/admin/subscription/{id}/reservation/delete-subscription/{subscriptionToDelete}',
        'POST /api/v1/admin/event/{slug}/reservation',
      ],
      'answer 404: missing',
    ),
  },
  {
    reason: 'Both exist by the number of the event, too.',
    differences: ['manual', 'revert'].map(
      what => `POST ${CHECK_IN}/{eventId}/ticket/{ticketIdentifier}/${what}-check-in: not in the reference`,
    ),
  },
  {
    reason: 'Where nothing was answered the answers are an empty object.',
    differences: [
      `GET ${CHECK_IN}/event/{publicIdentifier}/attendees answer 200 application/json .attendees[].additionalInfo: object, reference null|object`,
    ],
  },
  {
    reason: 'Tickets without a number are none, and that nothing is ordered is answered in the words of the form.',
    differences: ['reservation', 'reservation/import'].flatMap(what => {
      const member = `POST /api/v1/admin/event/{slug}/${what} request application/json ${what === 'reservation' ? '' : '[]'}.tickets[].quantity`
      return [`${member}: integer|null, reference integer`, `${member}: optional, reference required`]
    }),
  },
  {
    reason: 'A vote without its PIN or its option is refused in the form of the call.',
    differences: [
      '.optionId: optional, reference required',
      '.pin: null|string, reference string',
      '.pin: optional, reference required',
    ].map(found => `POST /api/v2/public/event/{shortName}/poll/{pollId}/answer request application/json ${found}`),
  },
  {
    reason: 'A scan without an event finds none.',
    differences: ['eventName', 'ticketIdentifier'].flatMap(name => [
      `${SPONSOR_SCAN} .${name}: null|string, reference string`,
      `${SPONSOR_SCAN} .${name}: optional, reference required`,
    ]),
  },
]
