import { type IntendedDifferences, at } from './intended-differences.ts'

const EVENT = '/api/v2/public/event/{shortName}'

/** How links with codes reserve, how a category says that it can't be paid, and what info says besides. */
export const saleDifferences: readonly IntendedDifferences[] = [
  {
    reason:
      'A link with a code takes nothing by a GET: it leads to a page, and its button reserves (shop contract, code links).',
    differences: [
      `GET ${EVENT}/code/{code}/offer: not in the reference`,
      ...['eventName', 'shortName'].flatMap(name =>
        [200, 429].map(status => `GET /event/{${name}}/code/{code} answer ${status}: not in the reference`),
      ),
      'POST /event/{shortName}/code/{code}: not in the reference',
    ],
  },
  {
    reason: 'Mails about the waiting list name a way off it: a page with one button, and its POST (domain rules 6.2).',
    differences: [
      'GET /waiting-list/{key}',
      'POST /waiting-list/{key}',
      'GET /news/{key}',
      'POST /news/{key}',
      'POST /news/{key}/resume',
    ].map(route => `${route}: not in the reference`),
  },
  {
    reason: 'A category that costs something and that no buyer can pay for says so.',
    differences: ['ticketCategories', 'expiredCategories'].map(
      list =>
        `GET ${EVENT}/ticket-categories answer 200 application/json .${list}[].lackOfPayment: not in the reference`,
    ),
  },
  {
    reason:
      'The specification has the site around the shop in info, too; the reference has it at events and passes only.',
    differences: ['GET /api/v2/info answer 200 application/json .embeddingConfiguration: not in the reference'],
  },
  {
    reason: 'Some tickets of an order may wait for their names while others are named.',
    differences: [
      'POST /api/v2/public/reservation/{reservationId}/validate-to-overview request application/json .ticketsNamedLater: not in the reference',
    ],
  },
  {
    reason: 'Browsers put the shop on a screen, with its name, its colour and its icon.',
    differences: ['/icon/{name}', '/site.webmanifest'].map(path => `GET ${path}: not in the reference`),
  },
  {
    reason: 'Other sites show a picture beside a link to a page.',
    differences: ['GET /share/{kind}/{id}/{name}: not in the reference'],
  },
  {
    reason:
      'Pages name their pictures in the width that they show them in (decision 150). Without a width it is as documented.',
    differences: [
      'GET /file/{digest} query width: not in the reference',
      'GET /file/{digest} answer 400: not in the reference',
    ],
  },
  {
    reason: 'Search engines and our pages read when an offer holds, as moments and not as words.',
    differences: at(
      ['ticketCategories', 'expiredCategories', 'additionalServices']
        .flatMap(list => [`${list}[].saleStart`, `${list}[].saleEnd`])
        .concat('ticketCategories[].leastPrice', 'expiredCategories[].leastPrice')
        .map(name => `GET /api/v2/public/event/{shortName}/ticket-categories answer 200 application/json .${name}:`),
      'not in the reference',
    ),
  },
]
