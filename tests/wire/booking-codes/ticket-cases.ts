import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { WRONG_NUMBER_AS_A_WHOLE, answerCases, answerDifferences } from './answer-cases.ts'
import type { Cases, Differences } from './case.ts'
import type { TicketFixture } from './ticket-fixture.ts'

const holder = (changes: UpdateTicketOwnerForm) => (at: TicketFixture) => at.put(changes)

const long = 'x'.repeat(256)

/** All rows T. */
export const TICKET_CASES: Cases<TicketFixture> = {
  'T firstName error.STEP_2_EMPTY_FIRSTNAME: blank': holder({ firstName: ' ' }),
  'T lastName error.STEP_2_EMPTY_LASTNAME: blank': holder({ lastName: null }),
  'T firstName error.STEP_2_MAX_LENGTH_FIRSTNAME: too long': holder({ firstName: long }),
  'T lastName error.STEP_2_MAX_LENGTH_LASTNAME: too long': holder({ lastName: long }),
  'T email error.email: blank': holder({ email: '' }),
  'T email error.email: malformed': holder({ email: 'eva' }),
  'T email error.STEP_2_WHITELIST_CHECK_FAILED: no member of the group': at => at.putForMembers({}),
  'T G error.emptyField: fields of linked items missing': at => at.putListing(own => ({ ...own, additional: {} })),
  'T G error.emptyField: items not of this ticket': at =>
    at.putListing(own => ({ ...own, additionalServiceItemId: 999_999 })),
  ...answerCases('T'),
  ...WRONG_NUMBER_AS_A_WHOLE,
}

const why = 'Names have been split here from the beginning; a full name is not read.'

export const TICKET_DIFFERENCES: Differences<TicketFixture> = {
  'T fullName error.STEP_2_EMPTY_FULLNAME: blank, names are not split': {
    provoke: holder({ fullName: '' }),
    errors: [],
    why,
  },
  'T fullName error.STEP_2_MAX_LENGTH_FULLNAME: too long, names are not split': {
    provoke: holder({ fullName: long }),
    errors: [],
    why,
  },
  ...answerDifferences('T'),
}
