/** How a scan on the page of a door ends, in what the person at the door does next. */
export const DOOR_OUTCOMES = [
  'LET_IN',
  'ALREADY_IN',
  'WRONG_DAY',
  'WRONG_CATEGORY',
  'UNPAID',
  'CANCELLED',
  'PASSED_ON',
  'OTHER_EVENT',
  'PASS',
  'UNKNOWN',
  /** The key of the door had ended when the ticket was scanned. */
  'DOOR_CLOSED',
] as const
export type DoorOutcome = (typeof DOOR_OUTCOMES)[number]

/** The colour of the answer: let in, talk with the person, or stop. */
export type DoorSign = 'in' | 'talk' | 'stop'

/** What can be settled at the door is talked about: the ticket is one of this event, and its holder may yet come in. */
const TALK: readonly DoorOutcome[] = ['ALREADY_IN', 'WRONG_DAY', 'WRONG_CATEGORY', 'UNPAID', 'PASS']

export function signOf(outcome: DoorOutcome): DoorSign {
  if (outcome === 'LET_IN') return 'in'
  return TALK.includes(outcome) ? 'talk' : 'stop'
}
