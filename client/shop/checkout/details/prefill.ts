import type { AdditionalField } from '#contract/ticket.ts'
import type { User } from '#contract/user.ts'
import type { AnswerValues } from '../../ticket/attendee/answer-values.ts'
import { type BookingValues, PERSON_PARTS, type Person } from './booking-values.ts'
import { INVOICE_LABELS, type InvoiceValues, invoiceFrom, isInvoiceField } from './invoice-values.ts'

/** What the order asks for that a profile may know. */
export type OrderForm = {
  /** Undefined: no ticket, or it can't be changed any more. */
  readonly firstTicket: { readonly uuid: string; readonly questions: readonly AdditionalField[] } | undefined
  /** Of the owner of a pass. */
  readonly ownerQuestions: readonly AdditionalField[]
}

/** A field with a part of a person. */
type PersonPath = keyof Person | `tickets.${string}.${keyof Person}`

/**
 * The form with what is known of the buyer in the fields that are empty and were not touched: contact, invoice, the first ticket, and
 * the questions to the owner of a pass where that is the buyer (specification, booking 4).
 */
export function prefilled(
  values: BookingValues,
  me: User,
  { firstTicket, ownerQuestions }: OrderForm,
  isTouched: (path: PersonPath) => boolean = () => false,
): BookingValues {
  const answers = answersOf(me)
  const attendee = values.tickets[firstTicket?.uuid ?? '']
  const isNamedNow = attendee !== undefined && !attendee.isLater
  return {
    ...values,
    ...personIn(values, me, isTouched),
    ...invoiceIn(values, me),
    ...(isNamedNow &&
      firstTicket && {
        tickets: {
          ...values.tickets,
          [firstTicket.uuid]: {
            ...attendee,
            ...(!attendee.isBuyer && personIn(attendee, me, part => isTouched(`tickets.${firstTicket.uuid}.${part}`))),
            additional: answersIn(attendee.additional, firstTicket.questions, answers),
          },
        },
      }),
    owner:
      values.owner && !values.owner.isSomebodyElse
        ? { ...values.owner, additional: answersIn(values.owner.additional, ownerQuestions, answers) }
        : values.owner,
  }
}

function personIn(
  typed: Person,
  { firstName, lastName, emailAddress }: User,
  isTouched: (part: keyof Person) => boolean,
) {
  const person: Person = { firstName: firstName ?? '', lastName: lastName ?? '', email: emailAddress }
  const open = PERSON_PARTS.filter(part => typed[part] === '' && !isTouched(part))
  return Object.fromEntries(open.map(part => [part, person[part]]))
}

/** The country may be a guess, and the reference is the order's own. */
const NO_PART_OF_ADDRESS: readonly string[] = ['vatCountryCode', 'customerReference']

/** As a whole or not at all: lines of two addresses make none. */
function invoiceIn(typed: InvoiceValues, { profile }: User): Partial<InvoiceValues> {
  const isTyped = Object.keys(INVOICE_LABELS)
    .filter(isInvoiceField)
    .some(field => !NO_PART_OF_ADDRESS.includes(field) && typed[field] !== '')
  if (isTyped || !profile) return {}
  const { billingDetails } = profile
  const {
    invoiceRequested: _,
    customerReference: _ofAnotherOrder,
    skipVatNr: _unknown,
    ...person
  } = invoiceFrom({
    invoiceRequested: false,
    addCompanyBillingDetails: Boolean(billingDetails.companyName),
    customerReference: null,
    skipVatNr: null,
    billingDetails,
  })
  const isOfOtherCountry = typed.vatCountryCode !== '' && typed.vatCountryCode !== person.vatCountryCode
  return isOfOtherCountry ? {} : person
}

const answersOf = ({ profile }: User): AnswerValues =>
  Object.fromEntries(Object.entries(profile?.additionalData ?? {}).map(([name, { values }]) => [name, values]))

/** A question of the same name may offer other answers to choose from now. */
function answersIn(typed: AnswerValues, questions: readonly AdditionalField[], kept: AnswerValues): AnswerValues {
  const filled = questions.flatMap(({ name, restrictedValues }) => {
    const values = (kept[name] ?? []).filter(
      value => value !== '' && (restrictedValues.length === 0 || restrictedValues.includes(value)),
    )
    const isOpen = (typed[name] ?? []).join('') === ''
    return isOpen && values.length > 0 ? [[name, values] as const] : []
  })
  return { ...typed, ...Object.fromEntries(filled) }
}
