import type { IntendedDifferences } from './intended-differences.ts'

const TICKET = '/api/v2/public/event/{eventName}/ticket/{ticketIdentifier}'
const INFO = `GET ${TICKET}/code/{checkInCode}/check-in-info`
const CHECK_IN = 'GET /event/{eventName}/ticket/{ticketIdentifier}/check-in/{ticketCodeHash}'

/** Where online check-in differs from the reference documents. */
export const onlineCheckInDifferences: readonly IntendedDifferences[] = [
  {
    reason:
      'So that a page opens its door by itself, and the pages of a ticket lead to it: times of the room, the hash.',
    differences: [
      `${INFO} answer 200 application/json .room: not in the reference`,
      `GET ${TICKET} answer 200 application/json .ticketCodeHash: not in the reference`,
      `GET ${TICKET}/full answer 200 application/json .ticketCodeHash: not in the reference`,
    ],
  },
  {
    reason:
      'What can’t be read is answered 400 (an unknown zone too, 500 in the reference), and who asks too often 429.',
    differences: [INFO, CHECK_IN].flatMap(title =>
      [400, 429].map(status => `${title} answer ${status}: not in the reference`),
    ),
  },
  {
    reason: 'A GET checks no holder in: it leads to the waiting room, and its button joins (lifecycle F, online).',
    differences: [CHECK_IN.replace('GET', 'POST')].map(title => `${title}: not in the reference`),
  },
]
