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
  device: 'a telephone, with the token in the pass that it keeps',
} as const

export type Caller = keyof typeof CALLERS

export const EVERYBODY = Object.keys(CALLERS) as Caller[]

/** Those who send an anti-forgery token that is good, with a session that is. */
export const WITH_TOKEN: readonly Caller[] = ['anonymous', 'stranger', 'owner', 'logged out', 'by id']
