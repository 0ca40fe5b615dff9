import type { OrderGroup } from './order-group.ts'

/** By which states the people of an event are filtered: those of orders that have tickets. */
export const ATTENDEE_STATES = ['COMPLETE', 'AWAITED', 'OPEN', 'UNKNOWN'] as const satisfies readonly OrderGroup[]
export type AttendeeState = (typeof ATTENDEE_STATES)[number]

/** IN: who has been let in; EXPECTED: who has a ticket and has not. */
export const ATTENDEE_ENTRIES = ['IN', 'EXPECTED'] as const
export type AttendeeEntry = (typeof ATTENDEE_ENTRIES)[number]

/** The first of the states is that of orders whose tickets are good, or are being made. */
export const hasTicket = (state: OrderGroup | undefined): boolean => state === ATTENDEE_STATES[0]
