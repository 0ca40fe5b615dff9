import type { EventFile } from '#contract/event-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { aFreeEventFile, aQuestionFile, aServiceFile, anEventFile } from '#tests/builders/event-file.ts'
import { SELLER_IN_BERLIN, SELLER_IN_MILAN } from '../support/organiser/invoice.ts'

/** Events that ask for more than a name: for an invoice, or with questions of their own. */

const both = (en: string, de: string) => [
  { lang: 'en', body: en },
  { lang: 'de', body: de },
]

const label = (text: string) => [{ lang: 'en', body: text }]

/** Invoices for buyers who want one, with a reference of the buyer, and reverse charge. */
export function anEventWithInvoices(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'ledger-days',
    title: 'Ledger Days',
    description: both('Two days about books that balance.', 'Zwei Tage über Bücher, die aufgehen.'),
    settings: {
      ...SELLER_IN_BERLIN,
      ENABLE_CUSTOMER_REFERENCE: true,
      BANK_ACCOUNT_OWNER: 'Alpine Systems\nVia Nassa 12\n6900 Lugano',
    },
  })
}

/** An invoice for every order, sent the Italian way. */
export function anEventWithItalianInvoices(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'fattura-days',
    title: 'Fattura Days',
    description: [
      ...both('Two days about paper.', 'Zwei Tage über Papier.'),
      { lang: 'it', body: 'Due giorni sulla carta.' },
    ],
    settings: {
      ...SELLER_IN_MILAN,
      INVOICE_ADDRESS: 'Piazza Duomo 1\n20122 Milano (MI)',
      GENERATE_ONLY_INVOICE: true,
    },
  })
}

/**
 * Free seats that holders may pass on and release; each is asked for a meal and a size, which is final once it is sold,
 * and has a bag with something written on it.
 */
export function anEventToPassOn(now: Instant): EventFile {
  return aFreeEventFile(now, {
    slug: 'relay-evening',
    title: 'Relay Evening',
    description: both('Hand it on.', 'Weitergeben.'),
    settings: { ALLOW_FREE_TICKETS_CANCELLATION: true },
    additionalServices: [
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        title: both('Bag', 'Tasche'),
        price: 0,
        fixPrice: true,
      },
    ],
    additionalInfo: [
      aQuestionFile({ name: 'title', type: 'GENERIC_TEXT', label: both('Title', 'Titel'), ordinal: -1 }),
      aQuestionFile({ name: 'meal', label: both('Which meal?', 'Welches Essen?'), required: true }),
      aQuestionFile({
        name: 'size',
        type: 'RADIO',
        label: both('Size', 'Grösse'),
        required: true,
        editable: false,
        restrictedValues: [{ value: 'S' }, { value: 'L' }],
      }),
      aQuestionFile({
        name: 'engraving',
        type: 'GENERIC_TEXT',
        label: both('Written on it', 'Aufschrift'),
        contentLength: { max: 6 },
        additionalService: 'Bag',
      }),
    ],
  })
}

/**
 * Questions of every type, one of them about an extra; each ticket has one, and every buyer may give for the orchard.
 */
export function anEventWithQuestions(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'question-days',
    title: 'Question Days',
    description: [...label('Ask away.'), { lang: 'de', body: 'Fragen Sie.' }],
    settings: { COUNTRY_OF_BUSINESS: 'DE' },
    additionalServices: [
      aServiceFile({ supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', price: 10 }),
      { type: 'DONATION', title: label('For the orchard'), fixPrice: false },
    ],
    additionalInfo: [
      aQuestionFile({
        name: 'title',
        type: 'GENERIC_TEXT',
        label: label('Title'),
        ordinal: -1,
        contentLength: { max: 4 },
      }),
      aQuestionFile({ name: 'phone', type: 'PHONE_NUMBER', label: label('Phone'), required: true }),
      aQuestionFile({
        name: 'notes',
        type: 'MULTI_LINE_TEXT',
        label: label('Notes'),
        contentLength: { min: 2, max: 20 },
      }),
      aQuestionFile({ name: 'from', type: 'COUNTRY', label: label('Where from?') }),
      aQuestionFile({ name: 'born', type: 'DATE_OF_BIRTH', label: label('Born'), contentLength: { min: 18 } }),
      aQuestionFile({ name: 'vat', type: 'EU_VAT_NR', label: label('VAT number') }),
      aQuestionFile({ name: 'meal', required: true }),
      aQuestionFile({
        name: 'days',
        type: 'CHECKBOX',
        label: label('Which days?'),
        required: true,
        restrictedValues: [
          { value: 'fri', descriptions: label('Friday') },
          { value: 'sat' },
          { value: 'sun', enabled: false },
        ],
      }),
      aQuestionFile({
        name: 'size',
        type: 'RADIO',
        label: label('Size'),
        required: true,
        restrictedValues: [{ value: 'S' }, { value: 'L' }],
      }),
      aQuestionFile({
        name: 'engraving',
        type: 'GENERIC_TEXT',
        label: label('Engraving'),
        required: true,
        contentLength: { max: 6 },
        additionalService: 'Booklet',
      }),
    ],
  })
}
