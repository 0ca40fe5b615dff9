import { type IntendedDifferences, at } from './intended-differences.ts'

const SCAN = '/admin/api/check-in'
const SCAN_TICKET = `${SCAN}/event/{eventName}/ticket/{ticketIdentifier}`
const SPONSOR_SCAN = 'POST /api/attendees/sponsor-scan'

/** Where what we serve to scanners differs from the reference documents. */
export const scannerDifferences: readonly IntendedDifferences[] = [
  {
    reason: 'Scanning apps get what could not be read, also where the reference answers 500; they react to "not 2xx".',
    differences: at(
      [
        `GET ${SCAN_TICKET}`,
        `POST ${SCAN_TICKET}`,
        `GET ${SCAN_TICKET}/status`,
        `POST ${SCAN_TICKET}/confirm-on-site-payment`,
        `POST ${SCAN_TICKET}/manual-check-in`,
        `POST ${SCAN_TICKET}/revert-check-in`,
        `POST ${SCAN}/event/{eventName}/bulk`,
        `GET ${SCAN}/event/{eventName}/statistics`,
        `GET ${SCAN}/event/{publicIdentifier}/attendees`,
        `GET ${SCAN}/{eventName}/label-layout`,
        `GET ${SCAN}/{eventName}/offline-identifiers`,
        `POST ${SCAN}/{eventName}/offline`,
        `GET ${SCAN}/{eventId}/ticket-identifiers`,
        `POST ${SCAN}/{eventId}/tickets`,
        'GET /api/attendees/{eventKey}/sponsor-scan/mine',
      ],
      'answer 400: not in the reference',
    ).concat('GET /api/attendees/{eventKey}/ticket/{UUID} answer 400 application/json: not in the reference'),
  },
  {
    reason: 'Every call by key can be denied, as the conventions of the organiser document say.',
    differences: at(
      [
        'GET /admin/api/user-type',
        'GET /admin/api/user/details',
        'GET /admin/api/events',
        `POST ${SCAN_TICKET}`,
        SPONSOR_SCAN,
      ],
      'answer 403: not in the reference',
    ),
  },
  {
    reason: 'The organiser document describes these variants in words only.',
    differences: ['GET', 'POST']
      .map(method => `${method} ${SCAN}/{eventId}/ticket/{ticketIdentifier}`)
      .concat(`${SPONSOR_SCAN}/bulk`)
      .map(title => `${title}: not in the reference`),
  },
  {
    reason: 'These members are of people who sign in to scan. Only keys scan here, and a key has a description.',
    differences: ['username', 'firstName', 'lastName'].map(
      name => `GET /admin/api/user/details answer 200 application/json .${name}: missing`,
    ),
  },
  {
    reason: 'A lead of an unknown status is warm, as the reference says in words, so that any word is read.',
    differences: [`${SPONSOR_SCAN} request application/json .leadStatus: any words, reference only some`],
  },
]
