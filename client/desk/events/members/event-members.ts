import { PAYMENT_PROXIES, isChosenByBuyers } from '#domain/catalog/payment-method/payment-method.ts'
import type { FileMembers, ListMember } from '../../editor/member.ts'
import {
  QUESTIONS,
  choice,
  decimal,
  flag,
  folded,
  group,
  list,
  markdown,
  moment,
  text,
  texts,
  whole,
  words,
} from '../../editor/members.ts'

/** The members of an event file by the part of the page where they are edited, in the order of the page. */

const GROUP_LINK = group(
  'groupLink',
  text('group'),
  whole('groupId'),
  choice('type', 'ONCE_PER_VALUE', 'LIMITED_QUANTITY', 'UNLIMITED'),
  choice('matchType', 'FULL', 'EMAIL_DOMAIN'),
  whole('maxAllocation'),
)

/** Kinds of tickets. `id` and `ordinal` are the desk's own business: which one it is, and its place in the list. */
export const CATEGORIES: ListMember = {
  ...list(
    'categories',
    'name',
    text('name'),
    decimal('price'),
    whole('maxTickets'),
    moment('startSellingDate'),
    moment('endSellingDate'),
    markdown('description'),
    flag('accessRestricted'),
    text('accessCode'),
    choice('ticketAccessType', 'INHERIT', 'IN_PERSON', 'ONLINE'),
    group('customValidity', moment('checkInFrom'), moment('checkInTo'), moment('validityStart'), moment('validityEnd')),
    GROUP_LINK,
    { kind: 'settings', name: 'settings' },
  ),
  hasIds: true,
  first: 6,
}

/** What each code does, and how it is called. */
export const PROMO_CODES = list(
  'promoCodes',
  'name',
  text('name'),
  choice('codeType', 'DISCOUNT', 'ACCESS'),
  choice('discountType', 'FIXED_AMOUNT', 'PERCENTAGE', 'FIXED_AMOUNT_RESERVATION', 'NONE'),
  whole('discount'),
  moment('validFrom'),
  moment('validTo'),
  whole('maxUsage'),
  words('categories'),
  text('hiddenCategory'),
)

const EXTRAS = list(
  'additionalServices',
  'title',
  texts('title'),
  choice('type', 'SUPPLEMENT', 'DONATION'),
  decimal('price'),
  flag('fixPrice'),
  decimal('minPrice'),
  decimal('maxPrice'),
  choice(
    'supplementPolicy',
    'OPTIONAL_UNLIMITED_AMOUNT',
    'OPTIONAL_MAX_AMOUNT_PER_TICKET',
    'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
    'MANDATORY_ONE_FOR_TICKET',
    'MANDATORY_PERCENTAGE_RESERVATION',
    'MANDATORY_PERCENTAGE_FOR_TICKET',
  ),
  whole('availableQuantity'),
  whole('maxQtyPerOrder'),
  moment('inception'),
  moment('expiration'),
  markdown('description'),
  text('vatType'),
)

const DISCOUNTS = list(
  'discounts',
  'minimumTickets',
  whole('minimumTickets'),
  choice('discountType', 'FIXED_AMOUNT', 'PERCENTAGE', 'FIXED_AMOUNT_RESERVATION'),
  whole('discount'),
  words('categories'),
  texts('message'),
)

const POLLS = list(
  'polls',
  'title',
  texts('title'),
  texts('description'),
  { kind: 'options', name: 'options' },
  words('allowedTags'),
  choice('status', 'DRAFT', 'OPEN', 'CLOSED'),
  whole('order'),
)

const FACTS = group(
  'facts',
  moment('doors'),
  group('refunds', choice('policy', 'NONE', 'UNTIL'), moment('until'), texts('text')),
  {
    kind: 'choices',
    name: 'accessFeatures',
    options: [
      'STEP_FREE',
      'WHEELCHAIR_PLACES',
      'ACCESSIBLE_TOILET',
      'HEARING_LOOP',
      'SIGN_LANGUAGE',
      'CAPTIONS',
      'ASSISTANCE_DOGS',
      'COMPANION_FREE',
    ],
  },
  texts('accessibility'),
  texts('bring'),
  text('ticketsUrl'),
)

const LOCATION = group('location', text('fullAddress'), group('coordinate', text('latitude'), text('longitude')))

export const EVENT_MEMBERS = {
  basics: [
    text('title'),
    moment('startDate'),
    moment('endDate'),
    text('timezone'),
    choice('format', 'IN_PERSON', 'ONLINE', 'HYBRID'),
    { kind: 'choices', name: 'languages', options: ['en', 'de', 'fr', 'it'] },
    LOCATION,
    list('onlineCallLinks', 'link', text('link'), moment('validFrom'), moment('validTo')),
    text('slug'),
  ],
  tickets: [group('tickets', whole('max'), flag('freeOfCharge'), CATEGORIES)],
  page: [
    { kind: 'image', name: 'imageId' },
    text('imageUrl'),
    texts('shortDescription'),
    markdown('description'),
    FACTS,
    words('tags'),
    text('websiteUrl'),
    text('termsAndConditionsUrl'),
    text('privacyPolicyUrl'),
  ],
  extras: [folded(3, EXTRAS)],
  codes: [group('tickets', folded(4, PROMO_CODES)), DISCOUNTS],
  questions: [folded(4, QUESTIONS)],
  payment: [
    group('tickets', text('currency'), decimal('taxPercentage'), flag('taxIncludedInPrice'), {
      kind: 'choices',
      name: 'paymentMethods',
      options: PAYMENT_PROXIES.filter(isChosenByBuyers),
    }),
  ],
  groups: [list('groups', 'name', text('name'), words('members')), GROUP_LINK],
  more: [
    POLLS,
    { kind: 'overrides', name: 'i18nOverride' },
    list('extensionSettings', 'key', text('extensionId'), text('key'), text('value')),
  ],
} as const satisfies FileMembers
