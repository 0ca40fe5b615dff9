import { randomUUID } from 'node:crypto'
import type { ContactAndTicketsForm, UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { minutes } from '#domain/foundation/instant.ts'
import type { Cases, Differences } from './case.ts'
import type { DetailsFixture } from './details-fixture.ts'

const contact = (changes: ContactAndTicketsForm) => (at: DetailsFixture) =>
  at.send('plain', form => ({ ...form, ...changes }))

const attendee =
  (changes: UpdateTicketOwnerForm, event: 'plain' | 'guests' = 'plain') =>
  (at: DetailsFixture) =>
    at.send(event, form => ({
      ...form,
      tickets: Object.fromEntries(
        Object.entries(form.tickets ?? {}).map(([id, ticket]) => [id, { ...ticket, ...changes }]),
      ),
    }))

const owner = (changes: object) => (at: DetailsFixture) =>
  at.sendPass('plain', {
    differentSubscriptionOwner: true,
    subscriptionOwner: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', ...changes },
  })

const long = 'a'.repeat(256)
const TOO_LONG = { email: `${long}@example.org`, name: long }

export const CONTACT_CASES: Cases<DetailsFixture> = {
  'C email error.STEP_2_EMPTY_EMAIL: blank': contact({ email: '  ' }),
  'C email error.STEP_2_EMAIL_IS_TOO_LONG: too long': contact({ email: TOO_LONG.email }),
  'C email error.STEP_2_INVALID_EMAIL: malformed': contact({ email: 'ada@' }),
  'C email error.STEP_2_INVALID_EMAIL: ends with a dot': contact({ email: 'ada@example.org.' }),
  'C firstName error.STEP_2_EMPTY_FIRSTNAME: blank': contact({ firstName: '' }),
  'C lastName error.STEP_2_EMPTY_LASTNAME: blank': contact({ lastName: null }),
  'C firstName error.STEP_2_MAX_LENGTH_FIRSTNAME: too long': contact({ firstName: TOO_LONG.name }),
  'C lastName error.STEP_2_MAX_LENGTH_LASTNAME: too long': contact({ lastName: TOO_LONG.name }),
  'C subscriptionOwner.email error.STEP_2_EMPTY_EMAIL: blank': owner({ email: ' ' }),
  'C subscriptionOwner.firstName error.STEP_2_EMPTY_FIRSTNAME: blank': owner({ firstName: null }),
  'C subscriptionOwner.lastName error.STEP_2_EMPTY_LASTNAME: blank': owner({ lastName: '' }),
  'C tickets[uuid].firstName error.STEP_2_EMPTY_FIRSTNAME: blank': attendee({ firstName: ' ' }),
  'C tickets[uuid].lastName error.STEP_2_EMPTY_LASTNAME: blank': attendee({ lastName: '' }),
  'C tickets[uuid].firstName error.STEP_2_MAX_LENGTH_FIRSTNAME: too long': attendee({ firstName: TOO_LONG.name }),
  'C tickets[uuid].lastName error.STEP_2_MAX_LENGTH_LASTNAME: too long': attendee({ lastName: TOO_LONG.name }),
  'C tickets[uuid].email error.email: blank': attendee({ email: null }),
  'C tickets[uuid].email error.email: malformed': attendee({ email: 'ada' }),
  'C tickets[uuid].email error.STEP_2_WHITELIST_CHECK_FAILED: no member of the group': attendee({}, 'guests'),
  'C G error.STEP_2_MISSING_ATTENDEE_DATA: a field of a ticket is wrong': attendee({ firstName: null }),
  'C G error.STEP_2_MISSING_ATTENDEE_DATA: no tickets, not postponed': contact({ tickets: {} }),
  'C G error.generic: the form names a foreign ticket': contact({ tickets: { [randomUUID()]: {} } }),
  'C G error.STEP_2_ORDER_HAS_EXPIRED: the time is over': at => at.send('plain', form => form, minutes(25)),
}

const NO_FULL_NAMES = 'Names have been split here from the beginning; a full name is not read.'

export const CONTACT_DIFFERENCES: Differences<DetailsFixture> = Object.fromEntries(
  [
    { name: 'C firstName error.STEP_2_MAX_LENGTH_FIRSTNAME: fullName is long', provoke: contact({ fullName: long }) },
    { name: 'C lastName error.STEP_2_MAX_LENGTH_LASTNAME: fullName is long', provoke: contact({ fullName: long }) },
    {
      name: 'C tickets[uuid].fullName error.STEP_2_EMPTY_FULLNAME: blank, names are not split',
      provoke: attendee({ fullName: '' }),
    },
    {
      name: 'C tickets[uuid].fullName error.STEP_2_MAX_LENGTH_FULLNAME: too long, names are not split',
      provoke: attendee({ fullName: long }),
    },
  ].map(({ name, provoke }) => [name, { provoke, errors: [], why: NO_FULL_NAMES }]),
)
