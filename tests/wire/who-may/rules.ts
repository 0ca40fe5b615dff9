import { type Caller, EVERYBODY, WITH_TOKEN } from './callers.ts'

/** Who may, and what all others are answered. */
export type Rule = {
  /** For people. */
  readonly says: string
  readonly may: readonly Caller[]
  /** Those who may, but not with what is asked about; each row states their answer where it isn't the refusal. */
  readonly others?: readonly Caller[]
  /** To all others. */
  readonly refuses: number
  /** To those who may, of what does not exist. */
  readonly unknown: number
  /** May those who may read names and ids of an order that they haven't shown to be theirs? */
  readonly tells: boolean
}

export const RULES = {
  everybody: {
    says: 'Everybody, and nobody learns anything of an order by it.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 404,
    tells: false,
  },
  link: {
    says: 'Whoever knows the id of a ticket, or the PIN of one that is checked in: the address is the key. Tickets are their holders’, and not of the account that ordered them.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 404,
    tells: true,
  },
  order: {
    says: 'The buyer whose order it is, and whoever knows the id of an order that is nobody’s. Organisers read orders by calls of their own.',
    may: ['owner', 'foreign token', 'by id'],
    refuses: 401,
    unknown: 404,
    tells: false,
  },
  way: {
    says: 'Everybody is led to the page of an order, which then asks for it as its visitor. Names are in no address.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 302,
    tells: false,
  },
  account: {
    says: 'Whoever has signed in, about themselves.',
    may: ['owner', 'foreign token'],
    others: ['stranger'],
    refuses: 401,
    unknown: 404,
    tells: false,
  },
  device: {
    says: 'A telephone, with the token in the pass that it keeps; nobody else learns which passes there are.',
    may: ['device'],
    refuses: 401,
    unknown: 401,
    tells: true,
  },
  telephone: {
    says: 'Every telephone, as Apple lays down: what it asks without a token tells serial numbers to whoever knows the name of a device.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 204,
    tells: false,
  },
  provider: {
    says: 'A provider, by the signature of its message, or as an occasion to ask the provider itself. Here none is signed.',
    may: [],
    refuses: 400,
    unknown: 400,
    tells: false,
  },
  organiser: {
    says: 'A key of type API_CLIENT, with what is of its organisation. What is another’s does not exist for it.',
    may: ['organiser'],
    others: ['other organiser'],
    refuses: 403,
    unknown: 403,
    tells: true,
  },
  system: {
    says: 'The key of the shop itself.',
    may: ['system'],
    refuses: 403,
    unknown: 404,
    tells: true,
  },
  scan: {
    says: 'Whoever scans tickets: keys of type OPERATOR and SUPERVISOR, with events of their organisation.',
    may: ['scanner', 'supervisor'],
    others: ['other scanner', 'other supervisor'],
    refuses: 403,
    unknown: 403,
    tells: true,
  },
  attendees: {
    says: 'Who heads the entrance: keys of type SUPERVISOR, with events of their organisation.',
    may: ['supervisor'],
    others: ['other supervisor'],
    refuses: 403,
    unknown: 404,
    tells: true,
  },
  entrance: {
    says: 'Everybody at the entrance: keys of type OPERATOR, SUPERVISOR and SPONSOR, with events of their organisation.',
    may: ['scanner', 'supervisor', 'sponsor'],
    others: ['other scanner', 'other supervisor', 'other sponsor'],
    refuses: 403,
    unknown: 403,
    tells: true,
  },
  leads: {
    says: 'Sponsors: keys of type SPONSOR, with events of their organisation.',
    may: ['sponsor'],
    others: ['other sponsor'],
    refuses: 403,
    unknown: 404,
    tells: true,
  },
  ownLeads: {
    says: 'Keys of every type, about what they have scanned themselves at events of their organisation.',
    may: ['sponsor', 'scanner', 'supervisor', 'organiser'],
    others: ['other sponsor', 'other scanner', 'other supervisor', 'other organiser'],
    refuses: 403,
    unknown: 404,
    tells: true,
  },
  nobody: {
    says: 'Nobody: what else scanning apps may know from elsewhere.',
    may: [],
    refuses: 403,
    unknown: 403,
    tells: false,
  },
  looking: {
    says: 'Everybody, in development mode only: a shop in production has none of these addresses.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 404,
    tells: true,
  },
  changing: {
    says: 'In development mode only: whoever sends the anti-forgery token of a session, or the key of the shop.',
    may: [...WITH_TOKEN, 'system'],
    refuses: 403,
    unknown: 403,
    tells: true,
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
