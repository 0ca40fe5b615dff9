/** Each kind of caller, as the matrix asks with it. */
export const CALLERS = {
  anonymous: 'a visitor who has shown nothing',
  stranger: 'a buyer who has signed in, and whose order it is not',
  owner: 'a buyer who has signed in, and whose order it is',
  'logged out': "the owner's session, after logging out",
  'session over': "the owner's session, signed as it was, five hours after its last call",
  'forged session': "the owner's session with a changed signature",
  'foreign token': "the owner's session, with the anti-forgery token of somebody else",
  'by id': "a visitor who knows the id of an order that is nobody's, and asks about that one",
  'wrong key': 'a key that was never made',
  'former key': 'a key of the organisation, type API_CLIENT, that was taken away',
  organiser: 'a key of the organisation, type API_CLIENT',
  supervisor: 'a key of the organisation, type SUPERVISOR',
  scanner: 'a key of the organisation, type OPERATOR',
  sponsor: 'a key of the organisation, type SPONSOR',
  'other organiser': 'a key of another organisation, type API_CLIENT',
  'other supervisor': 'a key of another organisation, type SUPERVISOR',
  'other scanner': 'a key of another organisation, type OPERATOR',
  'other sponsor': 'a key of another organisation, type SPONSOR',
  system: 'the key of the shop itself',
  'shop owner': 'a member who is an owner of the shop, signed in at the desk',
  'member owner': 'a member who is an owner of the organisation',
  editor: 'a member with the role EDITOR of the organisation',
  finance: 'a member with the role FINANCE of the organisation',
  desk: 'a member with the role DESK of the organisation',
  door: 'a member with the role DOOR of the organisation',
  'event owner': 'a member who is an owner of one event of the organisation',
  'other member owner': 'a member who is an owner of another organisation',
  device: 'a telephone, with the token in the pass that it keeps',
} as const

export type Caller = keyof typeof CALLERS

export const EVERYBODY = Object.keys(CALLERS) as Caller[]

/** Those who have signed in at the desk. */
export const MEMBERS = [
  'shop owner',
  'member owner',
  'editor',
  'finance',
  'desk',
  'door',
  'event owner',
  'other member owner',
] as const satisfies readonly Caller[]

/** Keys that are good. */
export const KEYS = [
  'organiser',
  'supervisor',
  'scanner',
  'sponsor',
  'other organiser',
  'other supervisor',
  'other scanner',
  'other sponsor',
  'system',
] as const satisfies readonly Caller[]

/** Those who send an anti-forgery token that is good, with a session that is. */
export const WITH_TOKEN: readonly Caller[] = ['anonymous', 'stranger', 'owner', 'logged out', 'by id']
