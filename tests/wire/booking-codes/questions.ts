import type { AdditionalInfoRequest, EventFile } from '#contract/event-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { aCategoryFile, aQuestionFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import type { vatRegister } from '#tests/fakes/vat-register.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { Reply } from '../../support/buyer/buyer.ts'
import { ticketsOf } from '../../support/buyer/purchase.ts'

/** Is something asked about a ticket, about its extra, or of the owner of a pass? */
export type QuestionPlace = OfTicket | 'pass'

export type OfTicket = 'ticket' | 'extra'

/** By the name of the question. */
export type Answers = Readonly<Record<string, (string | null)[]>>

/** A shop that asks the same about tickets and extras, and of owners of passes; all that isn't mentioned is answered well. */
export type AnswersFixture = {
  answer(where: QuestionPlace, changes: Answers): Promise<Reply>
  /** The same where VAT numbers are asked for and not verified. */
  answerUnverified(where: QuestionPlace, changes: Answers): Promise<Reply>
  whileRegisterIs(mood: Mood, act: () => Promise<Reply>): Promise<Reply>
}

type Mood = Parameters<Awaited<ReturnType<typeof vatRegister>>['behave']>[0]

const QUESTIONS: readonly AdditionalInfoRequest[] = [
  aQuestionFile({ name: 'note', type: 'GENERIC_TEXT', required: true, contentLength: { min: 2, max: 4 } }),
  aQuestionFile({
    name: 'days',
    type: 'CHECKBOX',
    required: true,
    restrictedValues: [{ value: 'sat' }, { value: 'sun' }],
  }),
  aQuestionFile({ name: 'born', type: 'DATE_OF_BIRTH', contentLength: { min: 18, max: 65 } }),
  aQuestionFile({ restrictedValues: [{ value: 'meat' }, { value: 'fish', enabled: false }] }),
  aQuestionFile({ name: 'vat', type: 'EU_VAT_NR' }),
]

/** Known to the register of the tests. */
export const GOOD_NUMBER = 'DE 123456789'

/** As a page sends it: what is not answered is there, and empty. */
const GOOD: Answers = { note: ['Ada'], days: ['sat', null], born: [null], meal: [''], vat: [''] }
const GOOD_UNVERIFIED: Answers = { vat: ['123456789'] }

/** An event that asks all of it of each ticket and of each booklet, one of which comes with each ticket. */
export const askingFile = (now: Instant): EventFile => fileAsking(now, 'asking', QUESTIONS, {})

export const unverifiedFile = (now: Instant): EventFile =>
  fileAsking(now, 'unverified', [aQuestionFile({ name: 'vat', type: 'EU_VAT_NR', required: true })], {
    ENABLE_VIES_VALIDATION: false,
  })

function fileAsking(
  now: Instant,
  slug: string,
  questions: readonly AdditionalInfoRequest[],
  settings: NonNullable<EventFile['settings']>,
): EventFile {
  const ofExtras = questions.map(question => ({
    ...question,
    name: ofExtra(question.name ?? ''),
    additionalService: 'Booklet',
  }))
  return anEventFile(now, {
    slug,
    seats: 200,
    settings: { COUNTRY_OF_BUSINESS: 'DE', ...settings },
    categories: [aCategoryFile(now, { name: 'Conference', price: 0 })],
    additionalServices: [
      aServiceFile({
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        price: 0,
        inception: localTime(now, { days: -1 }),
      }),
    ],
    additionalInfo: [...questions, ...ofExtras],
  })
}

const ofExtra = (name: string): string => `extra-${name}`

type AnswersOfBoth = Readonly<Record<OfTicket, Record<string, (string | null)[]>>>

/** Everything answered well but for these changes. */
export function answersWith(where: OfTicket, changes: Answers, { isVerified = true } = {}): AnswersOfBoth {
  const good = isVerified ? GOOD : GOOD_UNVERIFIED
  const changed = { ...good, ...changes }
  const [ticket, extra] = where === 'ticket' ? [changed, good] : [good, changed]
  return {
    ticket: { ...ticket },
    extra: Object.fromEntries(Object.entries(extra).map(([name, values]) => [ofExtra(name), values])),
  }
}

/** The same of an owner, whom a pass asks what the tickets of the event are asked. */
export const answersOfOwner = (changes: Answers, { isVerified = true } = {}): Record<string, (string | null)[]> => ({
  ...(isVerified ? GOOD : GOOD_UNVERIFIED),
  ...changes,
})

/** The form of an order of one ticket with these answers. */
export function withAnswers(
  form: ContactAndTicketsForm,
  info: ReservationInfo,
  { ticket, extra }: AnswersOfBoth,
): ContactAndTicketsForm {
  const ticketUUID = ticketsOf(info)[0]?.uuid ?? ''
  const itemId = info.additionalServiceWithData[0]?.itemId ?? 0
  const link = { additionalServiceItemId: itemId, ticketUUID, additional: extra }
  return {
    ...form,
    tickets: { [ticketUUID]: { ...form.tickets?.[ticketUUID], additional: ticket } },
    additionalServices: { [ticketUUID]: [link] },
  }
}

/** A birthday so many years ago; the clock of the shop shows some hour of `SOME_DAY`. */
export const yearsAgo = (years: number): string => `${new Date(SOME_DAY).getUTCFullYear() - years}-01-01`
