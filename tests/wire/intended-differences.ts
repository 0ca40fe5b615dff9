/** Where what we serve differs from the reference documents, each with its reason. */
export type IntendedDifferences = { readonly reason: string; readonly differences: readonly string[] }

const RESERVATION = '/api/v2/public/reservation/{reservationId}'
const TICKET = '/api/v2/public/event/{eventName}/ticket/{ticketIdentifier}'
const DOCUMENTS = ['invoice', 'receipt'].map(
  kind => `GET /api/v2/public/event/{eventName}/reservation/{reservationId}/${kind}`,
)
const RESEND = '/api/v2/public/{purchaseContextType}/{publicIdentifier}/reservation/{reservationId}/re-send-email'
const RESERVE = '/api/v2/public/event/{shortName}/reserve-tickets'
const RESERVE_PASS = 'POST /api/v2/public/subscription/{id}'
const PASS_DOCUMENTS = ['invoice', 'receipt'].map(
  kind => `GET /api/v2/public/subscription/{id}/reservation/{reservationId}/${kind}`,
)
const EVENT = '/api/v2/public/event/{shortName}'
const SEND_TICKET = `${TICKET}/send-ticket-by-email`
const CREATE = 'POST /api/v1/admin/event/create'
const UPDATE = 'POST /api/v1/admin/event/update/{slug}'
const CONFIRM = 'PUT /api/v1/admin/reservation/{reservationId}/confirm'
const NEW_ORGANIZATION = 'POST /api/v1/admin/system/organization/create'
const SPONSOR_SCAN = 'POST /api/attendees/sponsor-scan'

/** The same difference at several calls. */
export const at = (calls: readonly string[], difference: string): string[] =>
  calls.map(title => `${title} ${difference}`)

/** The same difference of several members of one body. */
const members = (place: string, names: readonly string[], difference: string): string[] =>
  names.map(name => `${place} .${name}: ${difference}`)

const POLL_CALLS = [`GET ${EVENT}/poll`, `GET ${EVENT}/poll/{pollId}`, `POST ${EVENT}/poll/{pollId}/answer`]

const OWN_EVENT_MEMBERS = [
  'additionalInfo[].additionalService',
  'additionalInfo[].categories',
  'additionalInfo[].editable',
  'additionalServices',
  'discounts',
  'facts',
  'languages',
  'groupLink',
  'groups',
  'i18nOverride',
  'image',
  'kind',
  'onlineCallLinks',
  'organizer',
  'polls',
  'settings',
  'shortDescription',
  'status',
  'tags',
  'tickets.categories[].groupLink.group',
  'tickets.categories[].ordinal',
  'tickets.categories[].settings',
  'tickets.promoCodes[].categories',
  'tickets.promoCodes[].codeType',
  'tickets.promoCodes[].hiddenCategory',
  'tickets.promoCodes[].maxUsage',
]

export const intendedDifferences: readonly IntendedDifferences[] = [
  {
    reason:
      'Malformed input answers 400 with what could not be read; the reference answers 500. Clients look at "not 2xx".',
    differences: [
      ...at(
        [
          'GET /api/v2/public/events',
          'GET /api/v2/public/subscriptions',
          'GET /api/v2/public/event/{shortName}/ticket-categories',
          'GET /api/v2/public/event/{shortName}/calendar/{locale}',
          `GET ${EVENT}/validate-code`,
          `POST ${EVENT}/check-discount`,
          `GET ${EVENT}/code/{code}`,
          ...POLL_CALLS,
          'GET /api/v2/public/i18n/bundle/{lang}',
          `GET ${TICKET}`,
          `GET ${TICKET}/full`,
          `GET ${TICKET}/code.png`,
          `GET ${TICKET}/download-ticket`,
          `POST ${SEND_TICKET}`,
          `POST ${RESERVE}`,
          RESERVE_PASS,
          `POST ${EVENT}/waiting-list/subscribe`,
          `POST ${RESERVATION}`,
          `POST ${RESEND}`,
        ],
        'answer 400: not in the reference',
      ),
      `POST ${RESERVATION}/validate-to-overview answer 400 application/json (all): any words, reference only some`,
      `PUT ${TICKET} answer 400 application/json (all): any words, reference only some`,
      `DELETE ${TICKET} answer 400 application/json (all): boolean|string, reference boolean`,
    ],
  },
  {
    reason: 'The reference names the refused anti-forgery token in its conventions, not at each call.',
    differences: at(
      [
        `POST ${RESERVATION}`,
        `DELETE ${RESERVATION}`,
        `POST ${RESERVATION}/validate-to-overview`,
        `POST ${RESERVATION}/back-to-booking`,
        `POST ${RESEND}`,
        `POST ${SEND_TICKET}`,
        `PUT ${TICKET}`,
        `DELETE ${TICKET}`,
      ],
      'answer 403: not in the reference',
    ),
  },
  {
    reason: 'A refused anti-forgery token is answered with a text; the reference leaves that body open.',
    differences: at(
      [
        `POST ${RESERVE}`,
        RESERVE_PASS,
        `POST ${EVENT}/check-discount`,
        `POST ${EVENT}/waiting-list/subscribe`,
        `POST ${EVENT}/poll/{pollId}/answer`,
        'POST /api/v2/public/user/logout',
        'POST /api/v2/public/user/me',
        'DELETE /api/v2/public/user/me',
      ],
      'answer 403 application/json: not in the reference',
    ),
  },
  {
    reason: 'Calls that hold seats or send mail are limited in their rate (design section 5).',
    differences: at(
      [
        `POST ${RESERVE}`,
        RESERVE_PASS,
        `POST ${EVENT}/waiting-list/subscribe`,
        `POST ${RESEND}`,
        `POST ${SEND_TICKET}`,
        `PUT ${TICKET}`,
        `POST ${RESERVATION}/validate-to-overview`,
      ],
      'answer 429: not in the reference',
    ),
  },
  {
    reason: 'Mails of an event that is over are not sent (lifecycle D): a request for one is refused, instead of true.',
    differences: at([`POST ${RESEND}`, `POST ${SEND_TICKET}`], 'answer 422: not in the reference'),
  },
  {
    reason: 'Orders of passes have documents under their own address.',
    differences: PASS_DOCUMENTS.map(title => `${title}: not in the reference`),
  },
  {
    reason: 'A ticket that is not there is not found; the reference says it has been released.',
    differences: [`DELETE ${TICKET} answer 404: not in the reference`],
  },
  {
    reason: 'Requests that try codes are limited in the rate, wherever a code can be tried (design section 5).',
    differences: at(
      [`GET ${EVENT}/validate-code`, `GET ${EVENT}/code/{code}`, `GET ${EVENT}/ticket-categories`],
      'answer 429: not in the reference',
    ),
  },
  {
    reason: 'Requests that try PINs are limited in the rate.',
    differences: at(POLL_CALLS, 'answer 429: not in the reference'),
  },
  {
    reason: 'So that a page shows the description of a poll as organisers write it, and a ticket leads to its polls.',
    differences: [
      `GET ${EVENT}/poll answer 200 application/json .value[].descriptionHtml: not in the reference`,
      `GET ${EVENT}/poll/{pollId} answer 200 application/json .value.poll.descriptionHtml: not in the reference`,
      `GET ${TICKET} answer 200 application/json .pollPin: not in the reference`,
    ],
  },
  {
    reason: 'A refusal at a PIN always has a code, and a vote that counts is answered by true.',
    differences: [
      ...[200, 422].flatMap(status =>
        at(
          [...POLL_CALLS, RESERVE_PASS],
          `answer ${status} application/json .validationErrors[].code: string, reference null|string`,
        ),
      ),
      `POST ${EVENT}/poll/{pollId}/answer answer 200 application/json .value: boolean, reference boolean|null`,
    ],
  },
  {
    reason: 'So that the page can add up what a selection will cost: the bounds of a fee, and what a discount is for.',
    differences: [
      ...['minimumFee', 'maximumFee'].map(
        name =>
          `GET ${EVENT}/ticket-categories answer 200 application/json .additionalServices[].${name}: not in the reference`,
      ),
      `GET ${EVENT}/validate-code answer 200 application/json .value.categories: not in the reference`,
      `GET ${EVENT}/validate-code answer 422 application/json .value.categories: not in the reference`,
      `POST ${EVENT}/check-discount answer 200 application/json .categories: not in the reference`,
    ],
  },
  {
    reason: 'The page of a ticket that was passed on says so. The answer is bare: neither to whom, nor the new id.',
    differences: [`GET ${TICKET}/passed-on: not in the reference`],
  },
  {
    reason:
      'Calls and addresses of our own: more time for a reservation, and the code picture where mails look for it.',
    differences: [
      `POST ${RESERVATION}/extend: not in the reference`,
      'GET /event/{eventName}/ticket/{ticketIdentifier}/code.png: not in the reference',
    ],
  },
  {
    reason:
      'A visit knows its open orders, and another choice may take the place of one; who never says so sees no change.',
    differences: [
      'GET /api/v2/public/visit/reservations: not in the reference',
      `POST ${EVENT}/reserve-tickets request application/json .replaces: not in the reference`,
      `POST ${EVENT}/check-discount request application/json .replaces: not in the reference`,
      `GET ${EVENT}/validate-code query replaces: not in the reference`,
      `GET ${EVENT}/ticket-categories query replaces: not in the reference`,
      ...['ticketCategories', 'expiredCategories'].flatMap(list =>
        ['yours', 'allLeftAreYours'].map(
          name => `GET ${EVENT}/ticket-categories answer 200 application/json .${list}[].${name}: not in the reference`,
        ),
      ),
    ],
  },
  {
    reason: 'Calls of our own: invoices as XML for the books of the organiser, and credit notes.',
    differences: [
      'GET /api/v1/admin/reservation/{reservationId}/e-invoice/{format}: not in the reference',
      'PUT /api/v1/admin/reservation/{reservationId}/credit: not in the reference',
      'GET /api/v1/admin/awaited-transfers: not in the reference',
      'PUT /api/v1/admin/awaited-transfers/confirm: not in the reference',
    ],
  },
  {
    reason:
      'The list of events can be searched, narrowed to a month, and read by calendars, feed readers, search engines and pages of others.',
    differences: [
      ...['month', 'search'].map(name => `GET /api/v2/public/events query ${name}: not in the reference`),
      'GET /api/v2/info answer 200 application/json .house: not in the reference',
      ...['choices', 'listed'].map(list => `GET /api/v2/public/events/${list}: not in the reference`),
      'GET /api/v2/public/organizer/{organizerSlug}: not in the reference',
      'GET /api/v2/public/legal/{legalTextId}: not in the reference',
      ...members(`GET ${EVENT} answer 200 application/json`, ['facts', 'organizerSlug'], 'not in the reference'),
      ...['/health/live', '/health/ready', '/metrics'].map(path => `GET ${path}: not in the reference`),
      ...at(
        ['/feed', '/o/{organizerSlug}'].map(folder => `GET ${folder}/events.ics:`),
        'not in the reference',
      ),
      ...at(
        ['/feed', '/o/{organizerSlug}'].map(folder => `GET ${folder}/events.atom:`),
        'not in the reference',
      ),
      ...['/sitemap.xml', '/api/oembed', '/e/{shortName}/l/{name}'].map(path => `GET ${path}: not in the reference`),
    ],
  },
  {
    reason: 'The organiser document describes these calls in words only, at the creation of an organisation.',
    differences: [
      'GET /api/v1/admin/system/organization/list',
      'GET /api/v1/admin/system/organization/{id}',
      'POST /api/v1/admin/system/organization/{id}',
      'DELETE /api/v1/admin/system/organization/{id}',
      'PUT /api/v1/admin/system/organization/{id}/api-key',
      'DELETE /api/v1/admin/system/organization/{id}/api-key/{apiKey}',
      'PUT /api/v1/admin/configuration/organization/{organizationId}',
      'PUT /api/v1/admin/configuration/organization/{organizationId}/{purchaseContextType}/{publicIdentifier}',
    ].map(title => `${title}: not in the reference`),
  },
  {
    reason: 'An event file may carry members of ours (design section 4).',
    differences: [CREATE, UPDATE].flatMap(title =>
      members(`${title} request application/json`, OWN_EVENT_MEMBERS, 'not in the reference'),
    ),
  },
  {
    reason: 'A group may be named instead, which leaves its id out.',
    differences: at(
      [CREATE, UPDATE],
      'request application/json .tickets.categories[].groupLink.groupId: integer|null, reference integer',
    ),
  },
  {
    reason: 'An organiser reads why a call was refused; the reference answers without a body.',
    differences: at(
      [UPDATE, 'DELETE /api/v1/admin/event/{slug}', 'GET /api/v1/admin/event/{slug}/stats', CONFIRM, NEW_ORGANIZATION],
      'answer 400 application/json: not in the reference',
    ),
  },
  {
    reason: 'Every organiser call can be denied, as the conventions of the organiser document say.',
    differences: at(['GET /api/v1/admin/event/list', CONFIRM], 'answer 403: not in the reference'),
  },
  {
    reason: 'Why a document is not given, and what was malformed, is returned; the reference answers without a body.',
    differences: at(DOCUMENTS, 'answer 400 application/json: not in the reference'),
  },
  {
    reason: 'An unexpected failure has the same body everywhere.',
    differences: [
      ...at([CREATE, ...DOCUMENTS], 'answer 500 application/json: not in the reference'),
      `${SPONSOR_SCAN} answer 500: missing`,
    ],
  },
  {
    reason: 'Our answers always carry all their members, and an organisation that exists has an id.',
    differences: [
      ...members(
        `${NEW_ORGANIZATION} answer 200 application/json`,
        ['externalId', 'id', 'slug'],
        'required, reference optional',
      ),
      `${NEW_ORGANIZATION} answer 200 application/json .id: integer, reference integer|null`,
      ...members(
        `${CONFIRM} answer 200 application/json`,
        ['holders', 'holders[].email', 'holders[].firstName', 'holders[].id', 'holders[].lastName'],
        'required, reference optional',
      ),
    ],
  },
  {
    reason:
      'Payment methods invented by an organiser are not built: nothing answers them, and choosing one is refused.',
    differences: [
      `GET ${RESERVATION} answer 200 application/json .activePaymentMethods{}.paymentProxy: without CUSTOM_OFFLINE`,
      `GET ${RESERVATION} answer 200 application/json .paymentProxy: without CUSTOM_OFFLINE`,
      `GET ${RESERVATION} answer 200 application/json .status: without CUSTOM_OFFLINE_PAYMENT`,
      `GET ${RESERVATION}/status answer 200 application/json .status: without CUSTOM_OFFLINE_PAYMENT`,
      `POST ${RESERVATION} request application/json .paymentProxy: without CUSTOM_OFFLINE`,
      `${CREATE} request application/json .tickets.paymentMethods[]: without CUSTOM_OFFLINE`,
      `${UPDATE} request application/json .tickets.paymentMethods[]: without CUSTOM_OFFLINE`,
      `${CONFIRM} request application/json .transaction.paymentProvider: without CUSTOM_OFFLINE`,
      ...members(
        `POST ${RESERVATION} request application/json`,
        [
          'selectedPaymentMethod.deleted',
          'selectedPaymentMethod.localizations',
          'selectedPaymentMethod.paymentMethodId',
        ],
        'missing',
      ),
    ],
  },
  {
    reason: 'An unknown payment method counts as none, as the reference says in words, so that any word is read.',
    differences: [
      `POST ${RESERVATION} request application/json .selectedPaymentMethod: any words, reference only some`,
    ],
  },
  {
    reason: 'The reason for having no method of the organiser is JSON text, like all our texts.',
    differences: ['applicable', 'selected'].flatMap(kind => [
      `GET ${RESERVATION}/${kind}-custom-payment-method-details answer 400 application/json: not in the reference`,
      `GET ${RESERVATION}/${kind}-custom-payment-method-details answer 400 text/plain: missing`,
    ]),
  },
  {
    reason: 'A null where the reference expects a map counts as an empty one; it answers 500.',
    differences: members(
      `POST ${RESERVATION}/validate-to-overview request application/json`,
      ['additionalServices', 'tickets'],
      'null|object, reference object',
    ),
  },
  {
    reason: 'Only the check of a promo code answers an error without a code.',
    differences: [
      `POST ${RESERVE} answer 200 application/json .validationErrors[].code: string, reference null|string`,
      `POST ${RESERVE} answer 422 application/json .validationErrors[].code: string, reference null|string`,
      ...['200', '422'].map(
        status =>
          `POST ${EVENT}/waiting-list/subscribe answer ${status} application/json .validationErrors[].code: string, reference null|string`,
      ),
    ],
  },
  {
    reason: 'Read by the server at a lower level than the schemas of its calls, which describe no request headers.',
    differences: [
      'GET / header Accept-Language: missing',
      'GET / header User-Agent: missing',
      'GET /file/{digest} header If-None-Match: missing',
    ],
  },
  {
    reason:
      'A robot check of our own that needs no other service, and reCAPTCHA beside Turnstile; info returns their scripts.',
    differences: [
      'GET /api/v2/public/challenge: not in the reference',
      'GET /api/v2/info answer 200 application/json .challengeConfiguration.providerId: also altcha recaptcha',
      'GET /api/v2/info answer 200 application/json .robotCheckWidgets: not in the reference',
    ],
  },
  {
    reason: 'Answered by the route of the page itself, which the document shows once.',
    differences: ['HEAD /: not served'],
  },
]
