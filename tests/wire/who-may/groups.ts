import { type Caller, KEYS, MEMBERS } from './callers.ts'

/** Callers who may the same, as the rules name them. */

export const SETTING_UP = ['shop owner', 'member owner', 'editor', 'finance', 'organiser'] as const
export const OF_THE_ORGANIZATION = [
  ...SETTING_UP,
  'desk',
  'door',
  'supervisor',
  'scanner',
  'sponsor',
  'system',
] as const satisfies readonly Caller[]
export const WITH_MONEY = ['shop owner', 'member owner', 'finance', 'organiser'] as const
/** Of this organisation, of one of its events, or of another one. */
export const WITH_ANY_MONEY = [...WITH_MONEY, 'event owner', 'other member owner', 'other organiser'] as const

export const EDITORS = ['shop owner', 'member owner', 'editor', 'organiser'] as const
export const EDITORS_OF_EVENT = [...EDITORS, 'event owner'] as const
export const EDITORS_OF_ANY = [...EDITORS_OF_EVENT, 'other member owner', 'other organiser'] as const

export const SERVING = ['shop owner', 'member owner', 'finance', 'desk', 'event owner', 'organiser'] as const
export const SERVING_ANY = [...SERVING, 'other member owner', 'other organiser'] as const
export const CANCELLING = ['shop owner', 'member owner', 'event owner', 'organiser'] as const
export const MANAGING_ORDERS = [...CANCELLING, 'finance', 'other member owner', 'other organiser'] as const

/** All members, and keys of every type but those of sponsors and of the shop. */
export const WORKING_FOR_EVENTS = [...MEMBERS, ...KEYS].filter(
  caller => !caller.includes('sponsor') && caller !== 'system',
)

/** All others who have signed in at the desk, or have a key. */
export const besides = (callers: readonly Caller[]): readonly Caller[] =>
  [...MEMBERS, ...KEYS].filter(caller => !callers.includes(caller))

export const SCANNING = ['shop owner', 'member owner', 'event owner', 'door', 'supervisor', 'scanner'] as const
export const AT_THE_ENTRANCE = [...SCANNING, 'desk'] as const
