import type { Problem } from '#domain/foundation/problem.ts'

/**
 * Why an event can't be stored, and how its organiser reads it: the code of the organiser contract, or null where the
 * contract wants the name of the field as code, and one sentence; {0}, {1} are the arguments.
 */
const EVENT_PROBLEMS = {
  'title-missing': ['invalid.title', 'The event needs a title.'],
  'title-too-long': ['invalid.title', 'The title may have {0} characters at most.'],
  'slug-malformed': [
    'invalid.slug',
    '"{0}" is no short name: use letters, digits, dashes and underscores, 80 at most.',
  ],
  'slug-taken': ['invalid.slug', 'Another event is called "{0}".'],
  'slug-fixed': ['invalid.slug', 'The short name stays "{0}": links lead there.'],
  'format-fixed': [null, 'The format stays {0}.'],
  'description-missing': [null, 'The event needs a description in at least one language.'],
  'description-too-costly': [null, 'This description is laid out too intricately to be shown: use fewer marks.'],
  'language-unknown': [null, 'The shop does not speak "{0}", only {1}.'],
  'language-repeated': [null, 'The language "{0}" comes twice.'],
  'location-missing': [null, 'An event that people come to needs an address.'],
  'coordinates-unreadable': [null, 'Latitude and longitude are two decimal numbers, or both are left out.'],
  'url-unreadable': [null, '"{0}" is no http or https address.'],
  'terms-url-unreadable': ['invalid.tc', '"{0}" is no http or https address.'],
  'website-url-unreadable': ['invalid.websiteUrl', '"{0}" is no http or https address.'],
  'image-url-unreadable': ['invalid.imageUrl', '"{0}" is no http or https address.'],
  'image-unusable': [
    'invalid.image',
    '"{0}" is no PNG, JPEG, WebP or GIF image of 200 kB and 12 million pixels at most that can be read.',
  ],
  'image-unknown': [null, 'There is no such image: store it first.'],
  'time-zone-unknown': ['invalid.timezone', '"{0}" is no time zone; use a name such as Europe/Zurich.'],
  'date-missing': [null, 'This date is missing.'],
  'date-unreadable': [null, '"{0}" is no local date-time such as 2027-05-15T09:00.'],
  'date-skipped': [null, '"{0}" does not exist in {1}: the clocks go forward over that hour. Use another one.'],
  'ends-before-start': [null, 'The event must end after it begins.'],
  'tag-blank': [null, 'A tag is blank.'],
  'call-link-unreadable': [null, 'A call link needs an http or https address, and a time until which it is valid.'],
  'doors-online': [null, 'An online event has no doors that open.'],
  'doors-after-start': [null, 'The doors must open when the event begins, or earlier.'],
  'refunds-of-free-event': [null, 'The event is free of charge: there is nothing to refund.'],
  'refunds-policy-missing': [null, 'Refunds need a policy: NONE, or UNTIL with a date-time.'],
  'refunds-until-missing': [null, 'The policy UNTIL needs the date-time until which tickets are refunded.'],
  'refunds-until-unfit': [null, 'The policy NONE has no date-time.'],
  'refunds-after-event': [null, 'Refunds must end when the event ends, or earlier.'],
  'access-feature-unknown': [null, '"{0}" is none of {1}.'],
  'fact-too-long': [null, 'This text may have {0} characters at most.'],
  'seats-missing': [null, 'The event needs a number of seats.'],
  'seats-out-of-bounds': [null, 'An event has between 1 and {0} seats.'],
  'currency-missing': [null, 'An event that costs something needs a currency.'],
  'currency-unknown': [null, '"{0}" is no currency; use a code such as CHF.'],
  'currency-fixed': [null, 'The currency stays {0}: tickets have been sold in it.'],
  'tax-unreadable': [null, '"{0}" is no percentage from 0 to 100 with four decimals at most.'],
  'payment-method-missing': [null, 'A way to pay is missing; at the door does not count for an online event.'],
  'setting-refused': [null, '{0}'],
  'categories-missing': ['invalid.categories', 'The event needs at least one ticket category.'],
  'category-not-there': [null, 'The event has no category with the id {0}.'],
  'category-in-use': [null, '"{0}" stays: tickets of it are or were sold or held. End its sale instead.'],
  'category-named': [null, '"{0}" stays as long as a code, a discount or a question names it.'],
  'category-name-missing': [null, 'The category needs a name.'],
  'category-name-too-long': [null, 'The name may have {0} characters at most.'],
  'category-name-repeated': [null, 'Two categories are called "{0}".'],
  'category-price-missing': [null, 'The category needs a price; 0 is one.'],
  'category-price-unreadable': [null, '"{0}" is no price.'],
  'category-price-in-free-event': [null, 'The event is free of charge: its categories cost nothing.'],
  'category-price-fixed': [null, 'The price of "{0}" stays: tickets have been sold for it.'],
  'category-seats-unreadable': [
    null,
    '"{0}" is no number of tickets; 0 means that the category shares the free seats.',
  ],
  'category-sale-missing': ['invalid.categories', 'It is not said when the sale of "{0}" begins and ends.'],
  'category-sale-order': ['invalid.categories', 'The sale of "{0}" must end after it begins.'],
  'category-sale-after-event': ['invalid.categories', 'The sale of "{0}" must end when the event ends, or earlier.'],
  'category-starts-after-event': ['invalid.categories', 'The sale of "{0}" must begin before the event.'],
  'category-access-type-missing': [null, 'In a hybrid event a category is either IN_PERSON or ONLINE.'],
  'category-access-type-unfit': [null, 'A category that is {0} does not fit the format of the event.'],
  'category-validity-order': [null, 'The category must end to be valid after it begins to.'],
  'category-seats-sold': [null, 'The category "{0}" has {1} tickets that are sold or held: it cannot have fewer.'],
  'seats-below-bounded': [null, 'The categories have {0} tickets of their own, the event has {1} seats only.'],
  'pool-empty': [null, 'All {0} seats belong to categories of their own number: none is left for the others.'],
  'seats-sold': [null, '{0} more free seats would be needed for this.'],
  'seats-taken-meanwhile': [null, 'Seats or extras were reserved at this very moment. Please try again.'],
  'category-restricted-unbounded': [null, 'A restricted category needs a number of tickets of its own.'],
  'category-code-malformed': [null, '"{0}" is no code: use letters, digits, dashes and underscores, 64 at most.'],
  'category-code-repeated': ['invalid.categories', 'Two categories have the code "{0}".'],
  'category-code-taken': ['invalid.categories', '"{0}" is a promo code already: the category needs another code.'],
  'category-unknown': [null, 'The event has no category "{0}".'],
  'service-title-missing': [null, 'The extra needs a title.'],
  'service-title-repeated': [null, 'Two extras are called "{0}".'],
  'service-policy-missing': [null, 'A supplement needs a policy, such as OPTIONAL_MAX_AMOUNT_PER_TICKET.'],
  'service-donation-mandatory': [null, 'Nobody can be made to donate.'],
  'service-price-missing': [
    null,
    'The extra needs a price; 0 is one. With fixPrice: false the visitor names the amount.',
  ],
  'service-price-unreadable': [null, '"{0}" is no price.'],
  'service-price-unfit': [null, 'A price and an amount the visitor names exclude each other.'],
  'service-price-in-free-event': [null, 'The event is free of charge, so "{0}" must cost nothing.'],
  'service-percentage-unreadable': [null, '"{0}" is no percentage from 0 to 100 with four decimals at most.'],
  'service-bounds-unfit': [null, 'Only a percentage has a lowest and a highest price.'],
  'service-bounds-order': [null, 'The lowest price is above the highest.'],
  'service-quantity-unreadable': [null, '"{0}" is no number of units; -1 means any number, 0 none.'],
  'service-maximum-unreadable': [null, '"{0}" is no number of units for one order, 1 or more.'],
  'service-vat-unknown': [null, '"{0}" is no kind of tax for an extra: use INHERITED or NONE.'],
  'service-sale-order': [null, 'The sale of the extra must end after it begins.'],
  'service-sale-after-event': [null, 'The sale of "{0}" must end when the event ends, or earlier.'],
  'service-bought': [null, '"{0}" has been bought: type and policy stay.'],
  'service-units-sold': [null, '{1} of "{0}" are sold or held: there cannot be fewer.'],
  'code-malformed': [null, '"{0}" is no code: use {1} to {2} characters without blanks, slashes, ? and #.'],
  'code-repeated': [null, 'The code "{0}" comes twice.'],
  'code-access-only': [null, 'An access code opens its hidden category: it takes nothing off and names no others.'],
  'code-hidden-category-missing': [null, 'An access code needs the hidden category it opens.'],
  'code-hidden-category-open': [null, 'The code "{0}" opens "{1}", which is not restricted.'],
  'code-hidden-category-unfit': [null, 'A code that takes something off opens no category.'],
  'code-maximum-unreadable': [null, '"{0}" is no number of uses, 1 or more; -1 means any number.'],
  'code-validity-order': [null, 'The code must end to hold after it begins to.'],
  'code-end-missing': [null, 'It is not said until when the code holds.'],
  'code-of-organizer-limited': [null, 'A code for all events can neither name categories nor open one.'],
  'code-in-use': ['code-in-use', 'Orders were made with "{0}": what it does stays. Withdraw it and make another one.'],
  'code-of-category': [null, '"{0}" is the own code of a category: the promo code needs another name.'],
  'discount-type-unknown': [
    null,
    '"{0}" is no kind of discount: use PERCENTAGE, FIXED_AMOUNT or FIXED_AMOUNT_RESERVATION.',
  ],
  'discount-unreadable': [
    null,
    '"{0}" is no discount: a whole percentage from 0 to 100, or minor units such as 500 for 5.00.',
  ],
  'discount-currency-missing': [null, 'The event has no currency, so no amount can be taken off.'],
  'discount-minimum-unreadable': [null, '"{0}" is no number of tickets from which on the discount is granted.'],
  'group-name-missing': [null, 'The group needs a name, of 255 characters at most.'],
  'group-name-repeated': [null, 'Two groups are called "{0}".'],
  'group-member-unreadable': [null, '"{0}" is no e-mail address.'],
  'group-member-repeated': ['value.duplicate', '"{0}" comes twice in the group.'],
  'group-unknown': [null, 'The organisation has no group "{0}".'],
  'group-link-unreadable': [
    null,
    'A group is linked as ONCE_PER_VALUE, UNLIMITED, or LIMITED_QUANTITY with maxAllocation, and matched FULL or EMAIL_DOMAIN.',
  ],
  'poll-title-missing': [null, 'The poll needs a title.'],
  'poll-title-repeated': [null, 'Two polls are called "{0}".'],
  'poll-options-missing': [null, 'A poll needs two options at least.'],
  'poll-option-blank': [null, 'The option needs a title.'],
  'poll-option-repeated': [null, 'Two options of the poll are called "{0}".'],
  'poll-option-voted': [null, 'People have voted for an option of "{0}" that would go: it stays.'],
  'poll-order-unreadable': [null, '"{0}" is no place in the order, 0 or more.'],
  'poll-status-fixed': [null, 'The poll "{0}" is {1}: it cannot become {2}.'],
  'field-name-malformed': [
    'invalid.additionalInfo',
    '"{0}" is no name of a question: use letters, digits, dashes and underscores, 64 at most.',
  ],
  'field-name-repeated': ['invalid.additionalInfo', 'Two questions are called "{0}".'],
  'field-label-missing': ['invalid.additionalInfo', 'The question needs a label.'],
  'field-options-missing': ['invalid.additionalInfo', 'There is nothing to choose: state restrictedValues.'],
  'field-option-blank': ['invalid.additionalInfo', 'The value is blank.'],
  'field-option-repeated': ['invalid.additionalInfo', 'The value "{0}" comes twice.'],
  'field-length-unreadable': ['invalid.additionalInfo', 'min and max are whole numbers, and min is not above max.'],
  'field-ordinal-unreadable': ['invalid.additionalInfo', '"{0}" is no place in the order.'],
  'field-service-unknown': ['invalid.additionalInfo', 'The event has no extra "{0}".'],
  'field-answered': [
    'invalid.additionalInfo',
    'People have answered "{0}": it stays, with its type and its values. A value may be switched off.',
  ],
  'text-key-unknown': [null, 'The shop has no text "{0}".'],
  'not-yet-sold': [null, 'This version of the shop cannot sell events with {0} yet: leave it out.'],
} as const satisfies Readonly<Record<string, readonly [code: string | null, sentence: string]>>

export type EventProblemCode = keyof typeof EVENT_PROBLEMS

export type EventProblem = Problem & { readonly code: EventProblemCode }

/** A problem as the organiser API and the import report it (contract/event-file.ts, OrganiserError). */
export type ReportedProblem = { readonly fieldName: string; readonly code: string; readonly description: string }

/** Throws for a code that is no problem of an event. */
export function reportEventProblem({ code, field = '', args = [] }: Problem): ReportedProblem {
  if (!isEventProblemCode(code)) throw new Error(`no sentence for ${code}`)
  const [contractCode, sentence] = EVENT_PROBLEMS[code]
  return { fieldName: field, code: contractCode ?? field, description: filledIn(sentence, args) }
}

const isEventProblemCode = (code: string): code is EventProblemCode => Object.hasOwn(EVENT_PROBLEMS, code)

/** "/tickets/categories/0/price" is tickets.categories[0].price */
export function fieldOf(instancePath: string): string {
  return instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
}

/** A sentence with its arguments. */
export const filledIn = (sentence: string, args: readonly (string | number)[]): string =>
  sentence.replace(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)] ?? ''))

/** Where a reader that serves events and passes reports what it couldn't read, by codes that both have. */
export type Refuser<Code extends string> = {
  /** `field` is the path in the request. Returns undefined, so that a reader can return it in place of the value. */
  refuse(code: Code, field: string, ...args: (string | number)[]): undefined
}

/** Collects all that is wrong, so that it can be returned at once. */
export type Findings<Code extends string = EventProblemCode> = Refuser<Code> & {
  readonly problems: readonly (Problem & { readonly code: Code })[]
}

export function newFindings<Code extends string = EventProblemCode>(): Findings<Code> {
  const problems: (Problem & { readonly code: Code })[] = []
  return {
    problems,
    refuse(code, field, ...args) {
      problems.push(args.length === 0 ? { code, field } : { code, field, args })
      return undefined
    },
  }
}
