import { Type, type Static } from 'typebox'
import { PAYMENT_METHODS, PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { content, Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { EventFormat } from './event.ts'
import { CategoryRequest, EventFile, EventTicketsRequest, LocalDateTime } from './event-file.ts'
import { MAX_LONG_TEXT_LENGTH, MAX_SEARCH_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { BoundedMapOf, ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: events. Moments are milliseconds since 1970, amounts decimal texts. */

const EventId = Type.Object({ eventId: Whole })

/** DISABLED: switched off by the operator; it answers as unknown, and nothing is sold. */
const Status = OneOf(['DRAFT', 'PUBLIC', 'DISABLED'])

const Money = Type.Object({ amount: Type.String({ description: 'Plain decimal' }), currency: Type.String() })

/** What becomes of the seats of an event, of a category, or of the units of an extra. */
const Counters = {
  sold: Type.Integer({ description: 'Tickets that count, those who have come among them' }),
  held: Type.Integer({ description: 'In orders that are not finished, or held for later' }),
}

export const SALE_STATES = ['ANNOUNCED', 'BEFORE', 'ON_SALE', 'SOLD_OUT', 'ENDED'] as const

export const ListedDeskEvent = Type.Object({
  id: Type.Integer(),
  shortName: Type.String(),
  title: Type.String({ description: 'In the language of the caller, where the event has it' }),
  status: Status,
  isArchived: Type.Boolean(),
  isCancelled: Type.Boolean({ description: 'It does not take place, and nothing of it is sold' }),
  organizationId: Type.Integer(),
  organizationName: Type.String(),
  startsAt: Type.Integer(),
  endsAt: Type.Integer(),
  timezone: Type.String(),
  format: EventFormat,
  location: Nullable(Type.String()),
  imageId: Nullable(Type.String({ description: 'The image is at /file/:digest' })),
  capacity: Type.Integer(),
  ...Counters,
  sale: OneOf(SALE_STATES),
  saleChangesAt: Nullable(Type.Integer({ description: 'When a category goes on sale or off it the next time' })),
  money: Type.Array(Money, {
    description:
      'What has come in, less what was refunded; by currency. Empty for callers who do not manage its orders',
  }),
})
export type ListedDeskEvent = Static<typeof ListedDeskEvent>

export const listDeskEvents = deskCall({
  operationId: 'listDeskEvents',
  summary:
    'The events for which the caller works, in whatever role: those to come by their start, those over with the latest first; or the one with `eventId`, archived or not',
  method: 'GET',
  path: paths.deskEventsPath,
  query: Type.Object({
    when: Type.Optional(OneOf(['upcoming', 'past', 'all'])),
    eventId: Type.Optional(Whole),
    q: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH, description: 'In title, short name and place' })),
    organizationId: Type.Optional(Whole),
    status: Type.Optional(OneOf(['DRAFT', 'PUBLIC', 'ARCHIVED'])),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'nextCursor of the answer before' })),
  }),
  responses: {
    200: Type.Object({
      events: Type.Array(ListedDeskEvent),
      nextCursor: Nullable(Type.String({ description: 'Null at the end of the list' })),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

const { kind: _kind, image: _image, status: _status, ...fileMembers } = EventFile.properties

/** Null: the event, category or pass states it no more. */
export const SettingChanges = BoundedMapOf(
  Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: MAX_TEXT_LENGTH,
  }),
)

const members = {
  ...fileMembers,
  tickets: Maybe(
    Type.Object({
      ...EventTicketsRequest.properties,
      categories: Maybe(
        ListOf(
          Type.Object({ ...CategoryRequest.properties, maxTickets: Maybe(Whole), settings: Maybe(SettingChanges) }),
        ),
      ),
    }),
  ),
  settings: Maybe(SettingChanges),
}

/**
 * The members of an event file that are changed here. Left out: it stays. Null: it is removed, or has its default again.
 * The lists are complete where they are stated, but for `tickets.categories`: a category that is not named stays.
 */
export const DeskEventMembers = Type.Object({
  ...members,
  imageId: Maybe(Text(100)),
})
export type DeskEventMembers = Static<typeof DeskEventMembers>

/** A default that was taken because the request said nothing: the member, and its value as the file has it. */
export const Default = Type.Object({
  member: Type.String({ description: 'As in tickets.currency' }),
  value: Type.String(),
  from: OneOf(['FOYER', 'SHOP', 'ORGANIZATION', 'EVENT']),
})

export const createDeskEvent = deskCall({
  operationId: 'createDeskEvent',
  summary: 'Create a draft; a title, a start and an address (or the format ONLINE) are enough',
  method: 'POST',
  path: paths.deskEventsPath,
  body: Type.Object({
    organizationId: Whole,
    ...members,
    imageId: Maybe(Text(100)),
    dryRun: Maybe(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({ defaults: Type.Array(Default) }, { description: 'Of a dry run: nothing is stored' }),
    201: Type.Object({
      id: Type.Integer(),
      shortName: Type.String(),
      version: Type.Integer(),
      defaults: Type.Array(Default),
    }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

export const Reason = Type.Object({
  code: Type.String({ description: 'A text key' }),
  message: Type.String({ description: 'In the language of the caller' }),
})

/** What holds of what an organiser has stated: of an event, and of a pass. */
export const StatedFacts = {
  /** What is fixed now; `tickets.categories[7].price` is that of the category with the id 7. */
  fixed: Type.Array(Type.Object({ member: Type.String(), ...Reason.properties })),
  /** Texts that some of its languages lacks and another has. */
  missing: Type.Array(Type.Object({ language: Type.String(), members: Type.Array(Type.String()) })),
  payment: Type.Object({
    isNeeded: Type.Boolean({ description: 'Something costs something' }),
    canBePaid: Type.Boolean({ description: 'All that is for sale can be paid; true where nothing costs anything' }),
    ways: Type.Array(
      Type.Object({
        provider: OneOf(PAYMENT_PROXIES),
        methods: Type.Array(OneOf(PAYMENT_METHODS)),
        works: Type.Boolean(),
        reason: Nullable(Type.String({ description: 'Why not, and what to do' })),
      }),
    ),
    reasons: Type.Array(Type.String({ description: 'What cannot be paid, and why' })),
  }),
}

export const DeskEventFacts = Type.Object({
  capacity: Type.Integer(),
  ...Counters,
  checkedIn: Type.Integer(),
  free: Type.Integer({ description: 'Seats that are neither sold nor held' }),
  waiting: Type.Integer({ description: 'People on the waiting list' }),
  money: Type.Array(Money),
  sale: OneOf(SALE_STATES),
  saleChangesAt: Nullable(Type.Integer()),
  isArchived: Type.Boolean(),
  cancelledAt: Nullable(Type.Integer({ description: 'It does not take place; null: it does' })),
  createdAt: Type.Integer(),
  updatedAt: Type.Integer(),
  categories: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      ...Counters,
      free: Type.Integer({ description: 'Of its own seats; of a category with shared seats those of the pool' }),
      canBeRemoved: Type.Boolean(),
    }),
  ),
  extras: Type.Array(
    Type.Object({
      title: Type.String(),
      ...Counters,
      free: Nullable(Type.Integer({ description: 'Null: any number' })),
    }),
  ),
  codes: Type.Array(
    Type.Object({
      name: Type.String(),
      used: Type.Integer({ description: 'Tickets in finished orders with it' }),
      held: Type.Integer(),
    }),
  ),
  map: Nullable(
    Type.Object(
      {
        picture: Nullable(Type.String({ description: 'Path of the picture of the place that the shop keeps' })),
        /** NO_PROVIDER: the shop states no MAP_IMAGE_URL. */
        why: Nullable(OneOf(['NO_COORDINATES', 'NO_PROVIDER', 'ENDED', 'NOT_GIVEN', 'NOT_YET'])),
        retryAt: Nullable(Type.Integer({ description: 'When the shop asks the provider again that has failed' })),
        openAt: Type.String({ description: 'A map to look around in' }),
      },
      { description: 'Of the place; null of an event online' },
    ),
  ),
  ...StatedFacts,
})
export type DeskEventFacts = Static<typeof DeskEventFacts>

export const DeskEvent = Type.Object({
  id: Type.Integer(),
  shortName: Type.String(),
  status: Status,
  version: Type.Integer({ description: 'Of what the organiser states; sales do not change it' }),
  organizationId: Type.Integer(),
  organizationName: Type.String(),
  file: Type.Object({ ...EventFile.properties, imageId: Maybe(Text(100)) }),
  facts: DeskEventFacts,
})
export type DeskEvent = Static<typeof DeskEvent>

export const readDeskEvent = deskCall({
  operationId: 'readDeskEvent',
  summary: 'An event as its organiser states it, with what has been sold and what is fixed',
  method: 'GET',
  path: paths.deskEventPath,
  params: EventId,
  responses: { 200: DeskEvent, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const DeskConflict = Type.Object({
  version: Type.Integer({ description: 'The newest, which is the base of a merged change' }),
  conflicts: Type.Array(
    Type.Object({
      member: Type.String({
        description: 'As in title, tickets.max, facts.doors, settings.NAME, tickets.categories[7].price (7 is an id)',
      }),
      theirs: Nullable(Type.String({ description: 'The value that is stored now, as JSON; null where there is none' })),
      before: Nullable(Type.String({ description: 'The value before their change, as JSON' })),
      by: Type.String({ description: 'Name of the member or key' }),
      at: Type.Integer(),
    }),
  ),
})
export type DeskConflict = Static<typeof DeskConflict>

export const changeDeskEvent = deskCall({
  operationId: 'changeDeskEvent',
  summary: 'Change members of an event; what others have changed since `base` stays, unless it is the same member',
  method: 'PUT',
  path: paths.deskEventPath,
  params: EventId,
  body: Type.Object({
    base: Type.Integer({ minimum: 0, description: 'The version that was read' }),
    changes: DeskEventMembers,
    removedCategories: Maybe(ListOf(Whole)),
  }),
  responses: {
    200: Type.Object({ version: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: DeskConflict,
    422: Refusals,
  },
})

export const EVENT_ACTIONS = ['publish', 'unpublish', 'archive', 'unarchive'] as const

const Action = Type.Object({ eventId: Whole, action: OneOf(EVENT_ACTIONS) })

export const EventPlan = Type.Object({
  action: OneOf(EVENT_ACTIONS),
  isAllowed: Type.Boolean(),
  /** Why not, each with what to do. */
  refusals: Refusals.properties.errors,
  /** What else to know: it is no obstacle. */
  notes: Type.Array(Reason),
  people: Type.Integer({ description: 'Buyers and holders whom it concerns' }),
  tickets: Type.Integer({ description: 'Tickets that stay valid' }),
  mails: Type.Integer({ description: 'Mails that it sends' }),
})
export type EventPlan = Static<typeof EventPlan>

export const planEventAction = deskCall({
  operationId: 'planEventAction',
  summary: 'What will happen, before it does',
  method: 'GET',
  path: paths.deskEventPlanPath,
  params: Action,
  responses: { 200: EventPlan, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const doEventAction = deskCall({
  operationId: 'doEventAction',
  summary: 'Publish, unpublish, archive or unarchive an event; where it is so already, nothing happens',
  method: 'POST',
  path: paths.deskEventActionPath,
  params: Action,
  responses: {
    200: Type.Object({ version: Type.Integer(), status: Status, isArchived: Type.Boolean() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

const Created = Type.Object({ id: Type.Integer(), shortName: Type.String(), version: Type.Integer() })

export const duplicateDeskEvent = deskCall({
  operationId: 'duplicateDeskEvent',
  summary: 'Create a draft like an event, with all dates shifted so that it starts at another time',
  method: 'POST',
  path: paths.deskEventDuplicatePath,
  params: EventId,
  body: Type.Object({ title: Maybe(Text()), startsAt: LocalDateTime }),
  responses: { 201: Created, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const deleteDeskEvent = deskCall({
  operationId: 'deleteDeskEvent',
  summary: 'Delete an event that has no orders',
  method: 'DELETE',
  path: paths.deskEventPath,
  params: EventId,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const downloadEventFile = deskCall({
  operationId: 'downloadEventFile',
  summary: 'The file of an event, from which it can be created again',
  method: 'GET',
  path: paths.deskEventFilePath,
  params: EventId,
  responses: {
    200: content('application/yaml', 'The event file'),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

export const importDeskEvent = deskCall({
  operationId: 'importDeskEvent',
  summary: 'Create an event from the text of an event file, as a draft unless it says otherwise',
  method: 'POST',
  path: paths.deskEventImportPath,
  body: Type.Object({
    organizationId: Whole,
    text: Type.String({ maxLength: MAX_LONG_TEXT_LENGTH * 25, description: 'YAML or JSON' }),
    dryRun: Maybe(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({ title: Type.String() }, { description: 'Of a dry run without problems: nothing is stored' }),
    201: Created,
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})
