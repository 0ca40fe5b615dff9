import { type IntendedDifferences, at } from './intended-differences.ts'

const DESK = '/api/v1/admin/event/{slug}/reservation'
const RESERVE_FOR = `POST ${DESK}`
const RESERVE_PASS_FOR = 'POST /api/v1/admin/subscription/{id}/reservation'
const IMPORT = `POST ${DESK}/import`
const STATUS = `GET ${DESK}/bulk/{requestId}/status`

/** Where orders that organisers make for others differ from the reference documents. */
export const ticketDeskDifferences: readonly IntendedDifferences[] = [
  {
    reason: 'Members that are always there are said to be.',
    differences: [
      ...['countError', 'countPending', 'countSuccess', 'eventId', 'requestId', 'userId'].map(
        name => `${STATUS} answer 200 application/json .${name}: required, reference optional`,
      ),
      ...['batchId', 'errors'].map(
        name => `${IMPORT} answer 200 application/json .${name}: required, reference optional`,
      ),
    ],
  },
  {
    reason: 'What an organisation reserves for others is limited by the hour.',
    differences: at([RESERVE_FOR, RESERVE_PASS_FOR], 'answer 429: not in the reference'),
  },
  {
    reason: 'Every organiser call can be denied; the reference names no denial here.',
    differences: at([STATUS], 'answer 403: not in the reference'),
  },
  {
    reason:
      'What can not be read is refused in a sentence, as everywhere; what was refused is returned in the form that the reference describes in words.',
    differences: [
      `${RESERVE_FOR} answer 400 application/json (all): object|string, reference object`,
      `${IMPORT} answer 400 application/json: not in the reference`,
      `${STATUS} answer 400 application/json: not in the reference`,
    ],
  },
  {
    reason:
      'The reference shares one schema between requests and answers; links to the documents of a ticket are in answers only.',
    differences: [
      `${RESERVE_FOR} request application/json .tickets[].attendees[].resources: missing`,
      `${IMPORT} request application/json [].tickets[].attendees[].resources: missing`,
    ],
  },
  {
    reason: 'A null is as good as what is left out, as in the form of a buyer.',
    differences: [
      ['.additionalServices[].additionalServiceId', 'integer|null', 'integer'],
      ['.additionalServices[].quantity', 'integer|null', 'integer'],
      ['.tickets[].attendees[].additional{}[]', 'null|string', 'string'],
    ].flatMap(([member, ours, theirs]) => [
      `${RESERVE_FOR} request application/json ${member}: ${ours}, reference ${theirs}`,
      `${IMPORT} request application/json []${member}: ${ours}, reference ${theirs}`,
    ]),
  },
]
