import { type Caller, EVERYBODY, KEYS, MEMBERS, WITH_TOKEN } from './callers.ts'
import {
  AT_THE_ENTRANCE,
  CANCELLING,
  EDITORS,
  EDITORS_OF_ANY,
  EDITORS_OF_EVENT,
  MANAGING_ORDERS,
  OF_THE_ORGANIZATION,
  SCANNING,
  SERVING,
  SERVING_ANY,
  SETTING_UP,
  WITH_ANY_MONEY,
  WITH_MONEY,
  WORKING_FOR_EVENTS,
  besides,
} from './groups.ts'

/** Who may, and what all others are answered. */
export type Rule = {
  /** For people. */
  readonly description: string
  readonly may: readonly Caller[]
  /** Those who may, but not with what is asked about; each row states their answer where it isn't the refusal. */
  readonly others?: readonly Caller[]
  /** To all others. */
  readonly refuses: number
  /** To those who may, of what does not exist. */
  readonly unknown: number
  /** May those who may read names and ids of an order that they haven't shown to be theirs? */
  readonly showsNames: boolean
}

export const RULES = {
  everybody: {
    description: 'Everybody, and nobody learns anything of an order by it.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 404,
    showsNames: false,
  },
  link: {
    description:
      'Whoever knows the id of a ticket, or the PIN of one that is checked in: the address is the key. Tickets are their holders’, and not of the account that ordered them.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 404,
    showsNames: true,
  },
  order: {
    description:
      'The buyer whose order it is, and whoever knows the id of an order that is nobody’s. Organisers read orders by calls of their own.',
    may: ['owner', 'foreign token', 'by id'],
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  way: {
    description:
      'Everybody is led to the page of an order, which then asks for it as its visitor. Names are in no address.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 302,
    showsNames: false,
  },
  account: {
    description: 'Whoever has signed in, about themselves.',
    may: ['owner', 'foreign token'],
    others: ['stranger'],
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  device: {
    description: 'A telephone, with the token in the pass that it keeps; nobody else learns which passes there are.',
    may: ['device'],
    refuses: 401,
    unknown: 401,
    showsNames: true,
  },
  telephone: {
    description:
      'Every telephone, as Apple lays down: what it asks without a token tells serial numbers to whoever knows the name of a device.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 204,
    showsNames: false,
  },
  provider: {
    description:
      'A provider, by the signature of its message, or as an occasion to ask the provider itself. Here none is signed.',
    may: [],
    refuses: 400,
    unknown: 400,
    showsNames: false,
  },
  organiser: {
    description: 'A key of type API_CLIENT, with what is of its organisation. What is another’s does not exist for it.',
    may: ['organiser'],
    others: ['other organiser'],
    refuses: 403,
    unknown: 403,
    showsNames: true,
  },
  system: {
    description: 'The key of the shop itself.',
    may: ['system'],
    refuses: 403,
    unknown: 404,
    showsNames: true,
  },
  scan: {
    description: 'Whoever scans tickets: keys of type OPERATOR and SUPERVISOR, with events of their organisation.',
    may: ['scanner', 'supervisor'],
    others: ['other scanner', 'other supervisor'],
    refuses: 403,
    unknown: 403,
    showsNames: true,
  },
  attendees: {
    description: 'Who heads the entrance: keys of type SUPERVISOR, with events of their organisation.',
    may: ['supervisor'],
    others: ['other supervisor'],
    refuses: 403,
    unknown: 404,
    showsNames: true,
  },
  entrance: {
    description:
      'Everybody at the entrance: keys of type OPERATOR, SUPERVISOR and SPONSOR, with events of their organisation.',
    may: ['scanner', 'supervisor', 'sponsor'],
    others: ['other scanner', 'other supervisor', 'other sponsor'],
    refuses: 403,
    unknown: 403,
    showsNames: true,
  },
  leads: {
    description: 'Sponsors: keys of type SPONSOR, with events of their organisation.',
    may: ['sponsor'],
    others: ['other sponsor'],
    refuses: 403,
    unknown: 404,
    showsNames: true,
  },
  ownLeads: {
    description: 'Keys of every type, about what they have scanned themselves at events of their organisation.',
    may: ['sponsor', 'scanner', 'supervisor', 'organiser'],
    others: ['other sponsor', 'other scanner', 'other supervisor', 'other organiser'],
    refuses: 403,
    unknown: 404,
    showsNames: true,
  },
  member: {
    description: 'Members who have signed in at the desk, about themselves.',
    may: MEMBERS,
    others: KEYS,
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  people: {
    description: 'Owners at the desk, and the key of the shop: who works for the organisation.',
    may: ['shop owner', 'member owner', 'system'],
    others: besides(['shop owner', 'member owner', 'system']),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  settings: {
    description: 'Who manages the events or the orders of an organisation, at the desk or by a key: its settings.',
    may: SETTING_UP,
    others: besides(SETTING_UP),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  money: {
    description: 'Who manages the orders of an organisation: what its payments need.',
    may: WITH_MONEY,
    others: besides(WITH_MONEY),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  transfers: {
    description:
      'Who manages the orders of an organisation, or those of an event: the transfers that these await. Entries of bank statements are those of whole organisations.',
    may: WITH_ANY_MONEY,
    others: besides(WITH_ANY_MONEY),
    refuses: 401,
    unknown: 403,
    showsNames: true,
  },
  ownOrganizations: {
    description: 'Everybody who works at the desk or by a key: the organisations for which they do.',
    may: [...MEMBERS, ...KEYS],
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  organizations: {
    description: 'Who works for an organisation, in whatever role, and owners of the shop: what it is called.',
    may: OF_THE_ORGANIZATION,
    others: besides(OF_THE_ORGANIZATION),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  wording: {
    description: 'Who manages the events of an organisation: its own words.',
    may: EDITORS,
    others: besides(EDITORS),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  shopChecks: {
    description: 'Owners of the shop, and its key: what the shop itself needs.',
    may: ['shop owner', 'system'],
    others: besides(['shop owner', 'system']),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  testMail: {
    description: 'Owners of the shop: a mail to their own address, which a key has not.',
    may: ['shop owner'],
    others: besides(['shop owner']),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  home: {
    description: 'Members who have signed in at the desk, and keys that manage events: each sees what is their own.',
    may: [...MEMBERS, 'organiser', 'other organiser'],
    others: KEYS.filter(caller => !['organiser', 'other organiser'].includes(caller)),
    refuses: 401,
    unknown: 404,
    showsNames: true,
  },
  remedies: {
    description:
      'Members who manage orders, and keys that do, about what is of their organisation. All else is refused alike.',
    may: [],
    others: [...MEMBERS, ...KEYS],
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  orderLists: {
    description: 'Owners, finance and desk members, and keys of type API_CLIENT: the orders of what is theirs.',
    may: SERVING_ANY,
    others: besides(SERVING_ANY),
    refuses: 401,
    unknown: 403,
    showsNames: true,
  },
  servedOrders: {
    description:
      'Owners, finance and desk members of the organisation or event at the desk, and its keys of type API_CLIENT: one order.',
    may: SERVING,
    others: besides(SERVING),
    refuses: 401,
    unknown: 404,
    showsNames: true,
  },
  eventPeople: {
    description:
      'Owners, finance and desk members of the organisation or event at the desk, and its keys of type API_CLIENT: its people, and messages to them.',
    may: SERVING,
    others: besides(SERVING),
    refuses: 401,
    unknown: 404,
    showsNames: true,
  },
  exports: {
    description:
      'The same: people as files. Orders and payments are for those who manage orders, which the tests of exports try.',
    may: SERVING,
    others: besides(SERVING),
    refuses: 401,
    unknown: 404,
    showsNames: true,
  },
  savedExports: {
    description: 'Who serves or manages orders, at the desk or by a key: saved exports of what is theirs.',
    may: SERVING_ANY,
    others: besides(SERVING_ANY),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  eventLists: {
    description: 'Who works for events, in whatever role, at the desk or by a key other than that of a sponsor.',
    may: WORKING_FOR_EVENTS,
    others: besides(WORKING_FOR_EVENTS),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  ownEvents: {
    description: 'Owners and editors at the desk, and keys of type API_CLIENT: the events that they edit.',
    may: EDITORS_OF_ANY,
    others: besides(EDITORS_OF_ANY),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  newEvents: {
    description: 'Owners and editors of an organisation at the desk, and its keys of type API_CLIENT: new events.',
    may: EDITORS,
    others: besides(EDITORS),
    refuses: 401,
    unknown: 403,
    showsNames: false,
  },
  editedEvents: {
    description: 'The same, and those of the event alone: an event as its organiser states it.',
    may: EDITORS_OF_EVENT,
    others: besides(EDITORS_OF_EVENT),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  figures: {
    description: 'Who manages an event or its orders: what was sold of it, with money for those who manage orders.',
    may: [...SETTING_UP, 'event owner'],
    others: besides([...SETTING_UP, 'event owner']),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  bulkJobs: {
    description: 'Who manages orders, at the desk or by a key: jobs with the orders of their organisation or event.',
    may: MANAGING_ORDERS,
    others: besides(MANAGING_ORDERS),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  newOrders: {
    description:
      'Who manages the orders of an event, at the desk or by a key: orders on behalf of others, lists of people that become orders, seats held for later, box offices.',
    may: [...WITH_MONEY, 'event owner'],
    others: besides([...WITH_MONEY, 'event owner']),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  doors: {
    description: 'Who scans at the entrance or finds people there, at the desk or by a key: the doors of an event.',
    may: AT_THE_ENTRANCE,
    others: besides(AT_THE_ENTRANCE),
    refuses: 401,
    unknown: 404,
    showsNames: true,
  },
  ownDoors: {
    description: 'Who scans at the entrance, at the desk or by a key: makes doors, and ends them.',
    may: SCANNING,
    others: besides(SCANNING),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  cancellation: {
    description: 'Who edits an event and manages its orders: owners at the desk, and keys of type API_CLIENT.',
    may: CANCELLING,
    others: besides(CANCELLING),
    refuses: 401,
    unknown: 404,
    showsNames: false,
  },
  doorKeys: {
    description: 'Devices with the key of a door, or of a sponsor, at its event; no other caller.',
    may: [],
    refuses: 401,
    unknown: 401,
    showsNames: false,
  },
  nobody: {
    description: 'Nobody: what else scanning apps may know from elsewhere.',
    may: [],
    refuses: 403,
    unknown: 403,
    showsNames: false,
  },
  looking: {
    description: 'Everybody, in development mode only: a shop in production has none of these addresses.',
    may: EVERYBODY,
    refuses: 403,
    unknown: 404,
    showsNames: true,
  },
  changing: {
    description: 'In development mode only: whoever sends the anti-forgery token of a session, or the key of the shop.',
    may: [...WITH_TOKEN, 'system'],
    refuses: 403,
    unknown: 403,
    showsNames: true,
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
