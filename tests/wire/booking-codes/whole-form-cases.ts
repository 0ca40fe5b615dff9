import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { Cases } from './case.ts'
import type { DetailsFixture } from './details-fixture.ts'
import { answersWith, withAnswers } from './questions.ts'

type Links = NonNullable<ContactAndTicketsForm['additionalServices']>

/** Everything is answered well, but the extras are listed like this. */
const listing = (change: (links: Links) => Links) => (at: DetailsFixture) =>
  at.send('asking', (form, info) => {
    const answered = withAnswers(form, info, answersWith('ticket', {}))
    return { ...answered, additionalServices: change(answered.additionalServices ?? {}) }
  })

const withoutTicket = (links: Links): Links =>
  Object.fromEntries(
    Object.entries(links).map(([ticket, list]) => [ticket, list.map(link => ({ ...link, ticketUUID: null }))]),
  )

/** Errors of the form as a whole because of its answers and extras. */
export const WHOLE_FORM_CASES: Cases<DetailsFixture> = {
  'C G error.STEP_2_INVALID_VAT: a VAT number is wrong': at => at.answer('ticket', { vat: ['9'] }),
  'C G error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED: other number than booked': listing(() => ({})),
  'C G error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED: incomplete entry': listing(withoutTicket),
}
