import fc from 'fast-check'
import type {
  CategoryRequest,
  EventRequest,
  FieldRequest,
  LocalizedBody,
  PromoCodeRequest,
  ServiceRequest,
} from '#domain/organiser/event-editing/event-request.ts'

/** Events as organisers could state them, all of which the rules accept. */

const LANGUAGES = ['en', 'de', 'fr', 'it']
const START = Temporal.PlainDateTime.from('2027-07-15T19:00')

/** A local date-time so many minutes from the start of the event. */
const at = (minutes: number) => START.add({ minutes }).toString({ smallestUnit: 'minute' })
const between = (least: number, most: number) => fc.integer({ min: least, max: most }).map(at)

const words = fc.stringMatching(/^[A-Za-zàéß☂🎻"\\]{1,12}( [A-Za-z]{1,8})?$/u)
const texts = (least: number): fc.Arbitrary<LocalizedBody[]> =>
  fc
    .subarray(LANGUAGES, { minLength: least })
    .chain(languages => fc.tuple(...languages.map(lang => words.map(body => ({ lang, body })))))
const named = (name: string): LocalizedBody[] => LANGUAGES.map(lang => ({ lang, body: name }))
const price = fc.integer({ min: 0, max: 99_999 }).map(cents => cents / 100)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

/** Named by their place, so that no two are called the same. */
const list = <Item>(most: number, item: (index: number) => fc.Arbitrary<Item>) =>
  fc
    .integer({ min: 0, max: most })
    .chain(length => fc.tuple(...Array.from({ length }, (_, index) => item(index))))
    .map((items): Item[] => [...items])

const category = (index: number, isOpen: boolean): fc.Arbitrary<CategoryRequest> =>
  fc.record({
    name: fc.constant(`Category ${index}`),
    description: texts(0),
    price,
    maxTickets: fc.integer({ min: isOpen ? 0 : 1, max: 9 }),
    accessRestricted: fc.constant(!isOpen),
    accessCode: maybe(fc.constant(`OWN-${index}`)),
    startSellingDate: between(-90_000, -50_000),
    endSellingDate: between(-40_000, 100),
    customValidity: maybe(
      fc.record({
        checkInFrom: maybe(between(-100, -1)),
        checkInTo: maybe(between(0, 100)),
        validityStart: maybe(between(-100, -1)),
        validityEnd: maybe(between(0, 100)),
      }),
    ),
    settings: fc.constantFrom({}, { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: '3' }),
  })

const service = (index: number): fc.Arbitrary<ServiceRequest> => {
  const common = {
    title: fc.constant(named(`Extra ${index}`)),
    description: texts(0),
    availableQuantity: fc.integer({ min: -1, max: 9 }),
    maxQtyPerOrder: fc.integer({ min: 1, max: 20 }),
    inception: between(-90_000, -50_000),
    expiration: between(-40_000, 100),
    vatType: fc.constantFrom('INHERITED', 'NONE'),
  }
  return fc.oneof(
    fc.record({
      ...common,
      type: fc.constant('SUPPLEMENT' as const),
      supplementPolicy: fc.constantFrom(
        'MANDATORY_ONE_FOR_TICKET',
        'OPTIONAL_UNLIMITED_AMOUNT',
        'OPTIONAL_MAX_AMOUNT_PER_TICKET',
        'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
      ),
      price,
    }),
    fc.record({
      ...common,
      type: fc.constant('SUPPLEMENT' as const),
      supplementPolicy: fc.constantFrom('MANDATORY_PERCENTAGE_FOR_TICKET', 'MANDATORY_PERCENTAGE_RESERVATION'),
      price: fc.integer({ min: 0, max: 1_000_000 }).map(parts => parts / 10_000),
      minPrice: maybe(fc.integer({ min: 0, max: 5 })),
      maxPrice: maybe(fc.integer({ min: 5, max: 9 })),
    }),
    fc.record({
      ...common,
      type: fc.constant('DONATION' as const),
      supplementPolicy: fc.constantFrom(null, 'OPTIONAL_UNLIMITED_AMOUNT'),
      fixPrice: fc.constant(false),
    }),
  )
}

const code = (index: number): fc.Arbitrary<PromoCodeRequest> => {
  const common = {
    name: fc.constant(`PROMO-${index}`),
    validFrom: between(-90_000, -50_000),
    validTo: between(-40_000, 100),
    maxUsage: fc.constantFrom(-1, 1, 50),
  }
  return fc.oneof(
    fc.record({
      ...common,
      discountType: fc.constantFrom('PERCENTAGE', 'FIXED_AMOUNT', 'FIXED_AMOUNT_RESERVATION'),
      discount: fc.integer({ min: 0, max: 100 }),
      categories: fc.constantFrom([], ['Category 0']),
    }),
    fc.record({ ...common, codeType: fc.constant('ACCESS' as const), hiddenCategory: fc.constant('Hidden') }),
  )
}

const question = (index: number): fc.Arbitrary<FieldRequest> => {
  const common = {
    name: fc.constant(`question-${index}`),
    label: texts(1),
    placeholder: texts(0),
    required: fc.boolean(),
    editable: fc.boolean(),
    displayAtCheckIn: fc.boolean(),
    ordinal: fc.constant(index),
    categories: fc.constantFrom([], ['Hidden']),
    contentLength: maybe(
      fc.record({ min: maybe(fc.integer({ min: 0, max: 5 })), max: fc.integer({ min: 5, max: 9 }) }),
    ),
  }
  const options = (['a', 'b"c'] as const).map(value =>
    fc.record({ value: fc.constant(value), enabled: fc.boolean(), descriptions: texts(0) }),
  )
  return fc.oneof(
    fc.record({
      ...common,
      type: fc.constantFrom('GENERIC_TEXT', 'PHONE_NUMBER', 'MULTI_LINE_TEXT', 'EU_VAT_NR', 'DATE_OF_BIRTH', 'COUNTRY'),
    }),
    fc.record({
      ...common,
      type: fc.constantFrom('LIST_BOX', 'CHECKBOX', 'RADIO'),
      restrictedValues: fc.tuple(...options),
    }),
  )
}

const facts = fc.record({
  doors: maybe(between(-100, 0)),
  refunds: maybe(
    fc.oneof(
      fc.record({ policy: fc.constant('NONE' as const), text: texts(0) }),
      fc.record({ policy: fc.constant('UNTIL' as const), until: between(-100, 100), text: texts(0) }),
    ),
  ),
  accessFeatures: fc.subarray(['STEP_FREE', 'CAPTIONS', 'HEARING_LOOP']),
  accessibility: texts(0),
  bring: texts(0),
  ticketsUrl: maybe(fc.constant('https://elsewhere.example/t?a=b&c')),
})

const poll = (index: number) =>
  fc.record({
    title: fc.constant(named(`Poll ${index}`)),
    description: texts(0),
    options: fc.constant([named('Yes'), named('No')]),
    allowedTags: fc.constantFrom([], ['staff']),
    order: fc.constant(index),
    status: fc.constantFrom('DRAFT', 'OPEN'),
  })

const rule = fc.record({
  minimumTickets: fc.integer({ min: 1, max: 9 }),
  discountType: fc.constantFrom('PERCENTAGE', 'FIXED_AMOUNT'),
  discount: fc.integer({ min: 0, max: 100 }),
  categories: fc.constantFrom([], ['Category 0', 'Hidden']),
  message: texts(0),
})

const categories = list(2, index => category(index + 1, true)).chain(others =>
  fc
    .tuple(category(0, true), category(9, false))
    .map(([first, hidden]) => [first, { ...hidden, name: 'Hidden' }, ...others]),
)

export const anyEvent: fc.Arbitrary<EventRequest> = fc.record({
  title: words,
  description: texts(1),
  shortDescription: texts(0),
  format: fc.constantFrom('IN_PERSON', 'HYBRID'),
  location: fc.record(
    {
      fullAddress: words,
      coordinate: fc.constant({ latitude: '46.005', longitude: '-8.951' }),
    },
    { requiredKeys: ['fullAddress'] },
  ),
  timezone: fc.constantFrom('Europe/Zurich', 'America/New_York', 'Pacific/Chatham'),
  startDate: fc.constant(at(0)),
  endDate: between(101, 9_000),
  websiteUrl: maybe(fc.constant('https://alpine.example/?a=1')),
  termsAndConditionsUrl: maybe(fc.constant('https://alpine.example/terms')),
  tags: fc.uniqueArray(words, { maxLength: 3 }).map(tags => [...new Set(tags.map(tag => tag.trim()))]),
  settings: fc.constantFrom({}, { DISPLAY_TICKETS_LEFT_INDICATOR: 'true' }),
  onlineCallLinks: fc.constantFrom([], [{ link: 'https://call.example', validFrom: at(-10), validTo: at(60) }]),
  additionalServices: list(3, service),
  additionalInfo: list(3, question),
  discounts: fc.array(rule, { maxLength: 2 }),
  polls: list(2, poll),
  facts,
  i18nOverride: fc.constantFrom({}, { en: { 'show-event.by': 'Hosted by' } }),
  tickets: fc.record({
    max: fc.constant(100),
    freeOfCharge: fc.constant(false),
    currency: fc.constantFrom('CHF', 'EUR'),
    taxPercentage: maybe(fc.integer({ min: 1, max: 250_000 }).map(parts => parts / 10_000)),
    taxIncludedInPrice: maybe(fc.boolean()),
    paymentMethods: fc.subarray(['OFFLINE', 'ON_SITE'] as const, { minLength: 1 }).map(ways => [...ways]),
    categories,
    promoCodes: list(3, code),
  }),
})
