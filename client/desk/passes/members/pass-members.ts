import { PAYMENT_PROXIES, isChosenByBuyers, isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import { type FileMembers, type Json, textOf, valueAt } from '../../editor/member.ts'
import {
  QUESTIONS,
  choice,
  decimal,
  flag,
  folded,
  group,
  limit,
  markdown,
  moment,
  text,
  texts,
  whole,
  words,
} from '../../editor/members.ts'

/** What a term says depends on its kind. */
const TERM_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  standard: ['units', 'timeUnit'],
  custom: ['validityFrom', 'validityTo'],
  numEntries: ['numEntries'],
}

const termMembers = (draft: Json): readonly string[] => TERM_MEMBERS[textOf(valueAt(draft, ['termType']))] ?? []

const TERM = {
  ...group(
    'term',
    whole('units'),
    choice('timeUnit', 'DAYS', 'MONTHS', 'YEARS'),
    moment('validityFrom'),
    moment('validityTo'),
    limit('numEntries'),
  ),
  onlyIf: termMembers,
}

/** A pass has neither kinds of tickets nor extras that a question could be for. */
const QUESTIONS_OF_PASS = {
  ...QUESTIONS,
  members: QUESTIONS.members.filter(({ name }) => name !== 'categories' && name !== 'additionalService'),
}

/** The members of a pass file by the part of the page where they are edited, in the order of the page. */
export const PASS_MEMBERS = {
  about: [texts('title'), texts('shortDescription'), markdown('description'), text('timezone')],
  use: [
    choice('usageType', 'ONCE_PER_EVENT', 'UNLIMITED'),
    choice('termType', 'standard', 'custom', 'numEntries'),
    TERM,
    limit('maxEntries'),
    flag('transferable'),
    flag('supportsTicketsGeneration'),
    group('withdrawal', whole('days'), choice('afterUse', 'NOTHING', 'PRO_RATA', 'EVERYTHING'), texts('reason')),
  ],
  sale: [
    decimal('price'),
    text('currencyCode'),
    limit('maxAvailable'),
    moment('onSaleFrom'),
    moment('onSaleTo'),
    choice('taxPolicy', 'NONE', 'INCLUDED', 'NOT_INCLUDED'),
    decimal('taxPercentage'),
    {
      kind: 'choices',
      name: 'paymentMethods',
      options: PAYMENT_PROXIES.filter(proxy => isChosenByBuyers(proxy) && !isPaidAtDesk(proxy)),
    },
  ],
  accepted: [{ kind: 'events', name: 'events' }],
  page: [
    { kind: 'image', name: 'imageId' },
    text('imageUrl'),
    words('tags'),
    text('websiteUrl'),
    text('termsAndConditionsUrl'),
    text('privacyPolicyUrl'),
  ],
  questions: [folded(4, QUESTIONS_OF_PASS)],
  more: [{ kind: 'overrides', name: 'i18nOverride' }],
} as const satisfies FileMembers
