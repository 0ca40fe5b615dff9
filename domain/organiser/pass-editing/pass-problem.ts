import type { Problem } from '#domain/foundation/problem.ts'
import { type Findings, type ReportedProblem, filledIn } from '#domain/organiser/event-editing/event-problem.ts'

/** The codes by which organisers' clients know what is wrong, in the order of the checks. */
const WORDS = [
  'timezone',
  'usageType',
  'term',
  'title',
  'description',
  'locale-mismatch',
  'terms',
  'logo',
  'currency',
  'taxPolicy',
  'taxes',
  'onSaleFrom',
  'paymentMethods',
  'price',
  // From here on this shop's own.
  'maxAvailable',
  'maxEntries',
  'withdrawal',
  'url',
  'tags',
  'settings',
  'additionalInfo',
  'i18nOverride',
  'events',
] as const
type Word = (typeof WORDS)[number]

/**
 * Why a pass, or its links to events, can't be stored, and how its organiser reads it: that code, and one sentence; {0},
 * {1} are the arguments. Codes that an event has as well mean the same.
 */
const PASS_PROBLEMS = {
  'time-zone-unknown': ['timezone', '"{0}" is no time zone; use a name such as Europe/Zurich.'],
  'usage-unknown': ['usageType', '"{0}" is no way to use a pass: use ONCE_PER_EVENT or UNLIMITED.'],
  'term-missing': ['term', 'Say how long the pass is good: state termType and term.'],
  'term-type-unknown': ['term', '"{0}" is no kind of term: use standard, numEntries or custom.'],
  'term-units-unreadable': [
    'term',
    'A standard term has units and a timeUnit: at most {0} DAYS, {1} MONTHS or {2} YEARS.',
  ],
  'term-entries-unreadable': ['term', '"{0}" is no number of entries, 1 or more; -1 means any number.'],
  'term-dates-missing': ['term', 'A custom term needs validityFrom, validityTo, or both.'],
  'term-dates-order': ['term', 'The pass must stop to be good after it begins to.'],
  'entries-unreadable': ['maxEntries', '"{0}" is no number of entries, 1 or more; -1 means any number.'],
  'entries-twice': ['maxEntries', 'The term says another number of entries: state it once.'],
  'title-missing': ['title', 'The pass needs a title in at least one language.'],
  'title-too-long': ['title', 'The title may have {0} characters at most.'],
  'description-missing': ['description', 'The pass needs a description in at least one language.'],
  'description-too-costly': [
    'description',
    'This description is laid out too intricately to be shown: use fewer marks.',
  ],
  'language-unknown': ['locale-mismatch', 'The shop does not speak "{0}", only {1}.'],
  'language-repeated': ['locale-mismatch', 'The language "{0}" comes twice.'],
  'languages-differ': ['locale-mismatch', 'Title and description must be in the same languages.'],
  'terms-url-missing': ['terms', 'The pass needs the address of its terms and conditions.'],
  'terms-url-unreadable': ['terms', '"{0}" is no http or https address.'],
  'url-unreadable': ['url', '"{0}" is no http or https address.'],
  'image-url-unreadable': ['logo', '"{0}" is no http or https address.'],
  'image-unusable': [
    'logo',
    '"{0}" is no PNG, JPEG, WebP or GIF image of 200 kB and 12 million pixels at most that can be read.',
  ],
  'tag-blank': ['tags', 'A tag is blank.'],
  'currency-missing': ['currency', 'The pass needs a currency, a free one, too.'],
  'currency-unknown': ['currency', '"{0}" is no currency; use a code such as CHF.'],
  'currency-fixed': ['currency', 'The currency stays {0}: passes have been ordered in it.'],
  'tax-policy-unknown': ['taxPolicy', '"{0}" is no tax of a pass: use NONE, INCLUDED or NOT_INCLUDED.'],
  'tax-unreadable': ['taxes', '"{0}" is no percentage from 0 to 100 with four decimals at most.'],
  'sale-start-missing': ['onSaleFrom', 'Say when the sale begins.'],
  'sale-order': ['onSaleFrom', 'The sale must end after it begins.'],
  'date-unreadable': ['onSaleFrom', '"{0}" is no local date-time such as 2027-05-15T09:00.'],
  'date-skipped': ['onSaleFrom', '"{0}" does not exist in {1}: the clocks go forward over that hour. Use another one.'],
  'payment-method-missing': ['paymentMethods', 'A way to pay is missing; a pass cannot be paid at the door.'],
  'price-missing': ['price', 'The pass needs a price; 0 is one.'],
  'price-unreadable': ['price', '"{0}" is no price.'],
  'maximum-unreadable': ['maxAvailable', '"{0}" is no number of passes, 0 or more; -1 means any number.'],
  'passes-sold': ['maxAvailable', '{0} are sold or held: there cannot be fewer.'],
  'withdrawal-unreadable': [
    'withdrawal',
    'State days from 1 to {0}, with afterUse NOTHING, PRO_RATA or EVERYTHING, or a reason why nobody can withdraw.',
  ],
  'withdrawal-reason-missing': ['withdrawal', 'Say in at least one language why nobody can withdraw.'],
  'setting-refused': ['settings', '{0}'],
  'text-key-unknown': ['i18nOverride', 'The shop has no text "{0}".'],
  'field-name-malformed': [
    'additionalInfo',
    '"{0}" is no name of a question: use letters, digits, dashes and underscores, 64 at most.',
  ],
  'field-name-repeated': ['additionalInfo', 'Two questions are called "{0}".'],
  'field-label-missing': ['additionalInfo', 'The question needs a label.'],
  'field-options-missing': ['additionalInfo', 'There is nothing to choose: state restrictedValues.'],
  'field-option-blank': ['additionalInfo', 'The value is blank.'],
  'field-option-repeated': ['additionalInfo', 'The value "{0}" comes twice.'],
  'field-length-unreadable': ['additionalInfo', 'min and max are whole numbers, and min is not above max.'],
  'field-ordinal-unreadable': ['additionalInfo', '"{0}" is no place in the order.'],
  'field-service-unknown': ['additionalInfo', 'A pass has no extras: leave "{0}" out.'],
  'category-unknown': ['additionalInfo', 'A pass has no categories: leave "{0}" out.'],
  'field-answered': [
    'additionalInfo',
    'People have answered "{0}": it stays, with its type and its values. A value may be switched off.',
  ],
  'link-event-unknown': ['events', 'The organisation has no event "{0}".'],
  'link-pass-unknown': ['events', 'The organisation has no pass "{0}".'],
  'link-category-unknown': ['events', 'There is no category "{1}" for "{0}".'],
} as const satisfies Readonly<Record<string, readonly [word: Word, sentence: string]>>

export type PassProblemCode = keyof typeof PASS_PROBLEMS

export type PassFindings = Findings<PassProblemCode>

/** One problem as the import reports it, with its field. Throws for a code that is no problem of a pass. */
export function reportPassProblem(problem: Problem): ReportedProblem {
  const { code, field = '', args = [] } = problem
  const [, sentence] = PASS_PROBLEMS[passCode(code)]
  return { fieldName: field, code: wordFor(problem), description: filledIn(sentence, args) }
}

/** The one problem that organisers' clients get: the first in the order that they expect. */
export function firstPassProblem(problems: readonly [Problem, ...Problem[]]): ReportedProblem {
  const [first] = problems.toSorted((one, other) => rankOf(one) - rankOf(other))
  return { ...reportPassProblem(first ?? problems[0]), fieldName: '' }
}

const rankOf = (problem: Problem): number => WORDS.indexOf(wordFor(problem))

/** A date of the term can't be read as one of the sale can't. */
const wordFor = ({ code, field = '' }: Problem): Word =>
  field.startsWith('term.') ? 'term' : PASS_PROBLEMS[passCode(code)][0]

function passCode(code: string): PassProblemCode {
  if (!isPassProblemCode(code)) throw new Error(`no sentence for ${code}`)
  return code
}

const isPassProblemCode = (code: string): code is PassProblemCode => Object.hasOwn(PASS_PROBLEMS, code)
