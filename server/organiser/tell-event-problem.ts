import type { OrganiserError } from '#contract/event-file.ts'
import type { EventProblemCode } from '#domain/organiser/event-problem.ts'
import type { Problem } from '#domain/problem.ts'

/**
 * How a problem of an event is told to its organiser: the code of the organiser contract, or null where the contract
 * wants the name of the field as code, and one sentence; {0}, {1} are the arguments.
 */
const TOLD: Readonly<Record<EventProblemCode, readonly [code: string | null, sentence: string]>> = {
  'title-missing': ['invalid.title', 'The event needs a title.'],
  'title-too-long': ['invalid.title', 'The title may have {0} characters at most.'],
  'slug-malformed': [
    'invalid.slug',
    '"{0}" is no short name: use letters, digits, dashes and underscores, 80 at most.',
  ],
  'slug-taken': ['invalid.slug', 'Another event is called "{0}".'],
  'slug-fixed': ['invalid.slug', 'The short name stays "{0}": links lead there.'],
  'format-unknown': [null, '"{0}" is no format: use IN_PERSON, ONLINE or HYBRID.'],
  'format-fixed': [null, 'The format stays {0}.'],
  'description-missing': [null, 'The event needs a description in at least one language.'],
  'language-unknown': [null, 'The shop does not speak "{0}", only {1}.'],
  'language-repeated': [null, 'The language "{0}" comes twice.'],
  'location-missing': [null, 'An event that people come to needs an address.'],
  'coordinates-unreadable': [null, 'Latitude and longitude are two decimal numbers, or both are left out.'],
  'url-unreadable': [null, '"{0}" is no http or https address.'],
  'terms-url-unreadable': ['invalid.tc', '"{0}" is no http or https address.'],
  'website-url-unreadable': ['invalid.websiteUrl', '"{0}" is no http or https address.'],
  'image-url-unreadable': ['invalid.imageUrl', '"{0}" is no http or https address.'],
  'image-unusable': ['invalid.image', '"{0}" is no PNG, JPEG, WebP or GIF image of 200 kB at most that can be read.'],
  'time-zone-unknown': ['invalid.timezone', '"{0}" is no time zone; use a name such as Europe/Zurich.'],
  'date-missing': [null, 'This date is missing.'],
  'date-unreadable': [null, '"{0}" is no local date-time such as 2027-05-15T09:00.'],
  'ends-before-start': [null, 'The event must end after it begins.'],
  'status-unknown': [null, '"{0}" is no status: use PUBLIC or DRAFT.'],
  'tag-blank': [null, 'A tag is blank.'],
  'call-link-unreadable': [null, 'A call link needs an http or https address, and a time until which it is valid.'],
  'seats-missing': [null, 'The event needs a number of seats.'],
  'seats-out-of-bounds': [null, 'An event has between 1 and {0} seats.'],
  'currency-missing': [null, 'An event that costs something needs a currency.'],
  'currency-unknown': [null, '"{0}" is no currency; use a code such as CHF.'],
  'currency-fixed': [null, 'The currency stays {0}: tickets have been sold in it.'],
  'tax-unreadable': [null, '"{0}" is no percentage from 0 to 100 with four decimals at most.'],
  'payment-method-missing': [null, 'A way to pay is missing; at the door does not count for an online event.'],
  'payment-method-unknown': [null, 'This shop does not know the payment method {0}.'],
  'setting-refused': [null, '{0}'],
  'categories-missing': ['invalid.categories', 'The event needs at least one ticket category.'],
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
  'category-access-type-unknown': [null, '"{0}" is no access type: use INHERIT, IN_PERSON or ONLINE.'],
  'category-access-type-missing': [null, 'In a hybrid event a category is either IN_PERSON or ONLINE.'],
  'category-access-type-unfit': [null, 'A category that is {0} does not fit the format of the event.'],
  'category-validity-order': [null, 'The category must end to be valid after it begins to.'],
  'category-seats-sold': [null, 'The category "{0}" has {1} tickets that are sold or held: it cannot have fewer.'],
  'seats-below-bounded': [null, 'The categories have {0} tickets of their own, the event has {1} seats only.'],
  'pool-empty': [null, 'All {0} seats belong to categories of their own number: none is left for the others.'],
  'seats-sold': [null, '{0} more free seats would be needed for this.'],
  'seats-taken-meanwhile': [null, 'Seats were reserved at this very moment. Please try again.'],
  'not-yet-sold': [null, 'This version of the shop cannot sell events with {0} yet: leave it out.'],
}

/** One problem as the organiser API and the import tell it. */
export function tellEventProblem({ code, field = '', args = [] }: Problem): OrganiserError {
  if (!isEventProblemCode(code)) throw new Error(`no sentence for ${code}`)
  const [contractCode, sentence] = TOLD[code]
  return {
    fieldName: field,
    code: contractCode ?? field,
    description: sentence.replace(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)] ?? '')),
  }
}

const isEventProblemCode = (code: string): code is EventProblemCode => Object.hasOwn(TOLD, code)
