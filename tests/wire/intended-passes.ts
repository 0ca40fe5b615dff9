import { type IntendedDifferences, at } from './intended-differences.ts'

const CREATE = 'POST /api/v1/admin/subscription/create'
const PASS = '/api/v2/public/subscription/{id}'
const APPLY = 'POST /api/v2/public/reservation/{reservationId}/apply-code'
const REMOVE = 'DELETE /api/v2/public/reservation/{reservationId}/remove-code'
const WITHDRAWAL = '/api/v2/public/reservation/{reservationId}/withdrawal'
const OWN = '/api/v1/admin/subscription'
const RESERVE_FOR = `POST ${OWN}/{id}/reservation`
const TAKE_BACK = `DELETE ${OWN}/{id}/reservation/delete-subscription/{subscriptionToDelete}`

const nullable = (type: string, names: readonly string[]): string[] =>
  names.map(
    name => `${CREATE} request application/json .${name}: ${[type, 'null'].toSorted().join('|')}, reference ${type}`,
  )

/** Where calls about passes on sale differ from the reference documents. */
export const passDifferences: readonly IntendedDifferences[] = [
  {
    reason: 'The buyer of a pass reads from when until when it is good.',
    differences: ['validFrom', 'validTo'].map(
      name =>
        `GET /api/v2/public/reservation/{reservationId} answer 200 application/json .subscriptionInfos[].${name}: not in the reference`,
    ),
  },
  {
    reason: 'The pages write from when until when a pass is good in words of their own, from moments.',
    differences: [
      `GET ${PASS} answer 200 application/json `,
      'GET /api/v2/public/subscriptions answer 200 application/json []',
    ].flatMap(at => ['validFrom', 'validTo'].map(name => `${at}.${name}: not in the reference`)),
  },
  {
    reason: 'The organiser document describes these calls in words only, at the creation of a pass.',
    differences: [
      `POST ${OWN}/{id}/update`,
      `GET ${OWN}/{id}`,
      `GET ${OWN}/{id}/events`,
      `POST ${OWN}/{id}/events`,
      `DELETE ${OWN}/{id}/deactivate`,
    ].map(title => `${title}: not in the reference`),
  },
  {
    reason:
      'Calls of our own: all passes of an organisation, the events of a pass before anybody has bought it, the passes of an event, document and calendar of a bought pass.',
    differences: [
      `GET ${OWN}/list: not in the reference`,
      `GET ${PASS}/events: not in the reference`,
      `GET ${PASS}/reservation/{reservationId}/pass: not in the reference`,
      `GET ${PASS}/reservation/{reservationId}/calendar/{locale}: not in the reference`,
      'GET /api/v2/public/event/{shortName}/subscriptions: not in the reference',
    ],
  },
  {
    reason: 'A pass that costs nothing is shown as free; clients only show it.',
    differences: [`GET ${PASS} answer 200 application/json .free: any words, reference only some`],
  },
  {
    reason:
      'The page of a pass leads back to its organiser, and says whether it can be had now, handed on and withdrawn from; prices are shown with VAT.',
    differences: [
      ...['leastPrice', 'organizerSlug', 'saleState', 'transferable', 'websiteUrl', 'withdrawal'].map(
        name => `GET ${PASS} answer 200 application/json .${name}: not in the reference`,
      ),
      'GET /api/v2/public/subscriptions answer 200 application/json [].leastPrice: not in the reference',
    ],
  },
  {
    reason: 'The specification has the id among the members of a pass; the reference leaves it out of the detail.',
    differences: [`GET ${PASS} answer 200 application/json .id: not in the reference`],
  },
  {
    reason: 'Of a pass more can be stated than the reference knows, as of an event (design section 4).',
    differences: [
      'additionalInfo[].editable',
      'i18nOverride',
      'maxEntries',
      'settings',
      'shortDescription',
      'tags',
      'transferable',
      'websiteUrl',
      'withdrawal',
    ].map(name => `${CREATE} request application/json .${name}: not in the reference`),
  },
  {
    reason:
      'A null is as good as a member that is left out: what is missing is reported in one sentence, not as bad input.',
    differences: [
      ...nullable('string', [
        'currencyCode',
        'imageUrl',
        'onSaleFrom',
        'taxPolicy',
        'term.timeUnit',
        'term.validityFrom',
        'term.validityTo',
        'termType',
        'termsAndConditionsUrl',
        'timezone',
        'usageType',
      ]),
      ...nullable('array', ['description', 'paymentMethods', 'title']),
      ...nullable('integer', ['term.numEntries', 'term.units']),
      ...nullable('boolean', ['isPublic']),
      ...nullable('number', ['price']),
      ...nullable('object', ['term']),
    ],
  },
  {
    reason: 'Payment methods invented by an organiser are not built.',
    differences: [`${CREATE} request application/json .paymentMethods[]: without CUSTOM_OFFLINE`],
  },
  {
    reason: 'Every organiser call can be denied, and a link that can not be made is refused with its reason.',
    differences: [
      ...at([CREATE], 'answer 403: not in the reference'),
      'PUT /api/v1/admin/event/{slug}/subscriptions answer 400: not in the reference',
    ],
  },
  {
    reason:
      'Applying and removing a code change an order: the anti-forgery token, bad input and wrong guesses are refused.',
    differences: [
      ...at([REMOVE], 'answer 400: not in the reference'),
      ...at([APPLY, REMOVE], 'answer 403: not in the reference'),
      `${APPLY} answer 400 application/json (all): any words, reference only some`,
      `${APPLY} answer 429: not in the reference`,
    ],
  },
  {
    reason: 'Calls of our own: withdrawing from the contract about a pass (decision 44).',
    differences: [`GET ${WITHDRAWAL}`, `POST ${WITHDRAWAL}`, `POST ${WITHDRAWAL}/statement`].map(
      title => `${title}: not in the reference`,
    ),
  },
  {
    reason: 'An amount that no client reads can have any form.',
    differences: [`${APPLY} request application/json .amount: null|number, reference integer`],
  },
  {
    reason: 'Calls of our own: passes that were bought, what they are used for, and their extension.',
    differences: [
      `GET ${OWN}/{id}/bought: not in the reference`,
      `GET ${OWN}/{id}/bought/{boughtId}/uses: not in the reference`,
      `POST ${OWN}/{id}/bought/{boughtId}/extend: not in the reference`,
    ],
  },
  {
    reason: 'A pass of another organisation is denied as everything of theirs; the reference names no denial here.',
    differences: [`${TAKE_BACK} answer 403: not in the reference`],
  },
  {
    reason: 'What was refused is returned; the reference leaves that body open.',
    differences: [`${RESERVE_FOR} answer 400 application/json: not in the reference`],
  },
  {
    reason: 'A null among the words of an organiser is as good as what is left out.',
    differences: [
      '.metadata{}: null|string, reference string',
      '.owner.additional{}[]: null|string, reference string',
      '.owner.metadata: null|object, reference object',
      '.owner.metadata{}: null|string, reference string',
    ].map(member => `${RESERVE_FOR} request application/json ${member}`),
  },
]
