import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Whole } from './schema.ts'

/** The organiser's API, version 1: lists of people that become orders of an event. */

/** COMP: given away. PAID: the organiser has the money. */
export const LIST_WAYS = ['PAID', 'COMP'] as const

/** FAULT: it has to be mended in the file. THERE: the person has such a ticket already. NO_SEAT: none is free now; it is tried. */
export const LEFT_ROW_KINDS = ['FAULT', 'THERE', 'NO_SEAT'] as const

export const PeopleList = Type.Object({
  listId: Type.String({ description: 'Kept until its import has ended, or for a day' }),
  rows: Type.Integer({ description: 'People in it' }),
  heads: Type.Array(Type.String()),
  shown: Type.Array(Type.Array(Type.String()), { description: 'The first rows' }),
  roles: Type.Array(Type.String(), { description: 'What each column seems to be for' }),
  choices: Type.Array(Type.Object({ role: Type.String(), label: Type.String() }), {
    description: 'What a column can be for, questions of the event among them; labels in the language of the caller',
  }),
  categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), free: Type.Integer() })),
  languages: Type.Array(Type.String(), { description: 'Those of the event first' }),
})
export type PeopleList = Static<typeof PeopleList>

const MAX_ROLE_LENGTH = 300
const MAX_COLUMNS = 60

const members = {
  roles: Type.Array(Type.String({ maxLength: MAX_ROLE_LENGTH }), {
    maxItems: MAX_COLUMNS,
    description: 'What each column is for, in their order',
  }),
  categoryId: Maybe(
    Type.Integer({
      minimum: 1,
      maximum: MAX_INTEGER,
      description: 'Of rows that name none; required without such a column',
    }),
  ),
  language: Maybe(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Of rows that name none' })),
  way: OneOf(LIST_WAYS),
  note: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'With COMP: why, for members' })),
  isMailed: Maybe(Type.Boolean({ description: 'Each person gets the mails of the order; true where left out' })),
  areThoseThereImported: Maybe(
    Type.Boolean({ description: 'People who have such a ticket already get another one; false where left out' }),
  ),
}

export const PeopleListForm = Type.Object(members)
export type PeopleListForm = Static<typeof PeopleListForm>

export const PeopleListPlan = Type.Object({
  seen: Type.String({ description: 'Sent with the import, which begins only if it is still so' }),
  rows: Type.Integer(),
  able: Type.Integer({ description: 'Orders that are made, of one ticket each' }),
  total: Type.String({ description: 'What they cost, a plain decimal' }),
  currency: Nullable(Type.String()),
  recipients: Type.Integer({
    description: 'Who get the mails of their order: the ticket, and a receipt where it costs something',
  }),
  categories: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      tickets: Type.Integer({ description: 'Of the orders that are made' }),
      free: Type.Integer({ description: 'Seats before them' }),
    }),
  ),
  left: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'In the file, where the heads are row 1' }),
      kind: OneOf(LEFT_ROW_KINDS),
      column: Nullable(Type.String({ description: 'Its head' })),
      code: Type.String({ description: 'A text key' }),
      message: Type.String({ description: 'What is wrong, in the language of the caller' }),
    }),
    { description: 'Each row of which no order is made, once for each fault' },
  ),
  leftRows: Type.Object({ FAULT: Type.Integer(), THERE: Type.Integer(), NO_SEAT: Type.Integer() }),
})
export type PeopleListPlan = Static<typeof PeopleListPlan>

const EventId = Type.Object({ eventId: Whole })
const ListId = Type.Object({ eventId: Whole, listId: Type.String({ maxLength: MAX_ID_LENGTH }) })
const Refused = { 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals }

export const uploadPeopleList = deskCall({
  operationId: 'uploadPeopleList',
  summary:
    'Upload a list of people: the file is the body (CSV or XLSX; 5,000 rows and 5 MB at most). No order is made by it',
  method: 'POST',
  path: paths.deskPeopleListsPath,
  params: EventId,
  responses: { 200: PeopleList, ...Refused },
})

export const planPeopleList = deskCall({
  operationId: 'planPeopleList',
  summary: 'What the import of a list will do, and what is wrong with its rows; nothing is stored',
  method: 'POST',
  path: paths.deskPeopleListPlanPath,
  params: ListId,
  body: PeopleListForm,
  responses: { 200: PeopleListPlan, ...Refused },
})

export const importPeopleList = deskCall({
  operationId: 'importPeopleList',
  summary: 'Start the job that makes an order of each row, once however often it is sent',
  method: 'POST',
  path: paths.deskPeopleListImportPath,
  params: ListId,
  body: Type.Object({
    ...members,
    seen: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the plan' }),
    requestId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Of the caller' }),
  }),
  responses: {
    200: Type.Object({ jobId: Type.Integer({ description: 'Its progress: GET /bulk-jobs/:jobId' }) }),
    ...Refused,
    409: PeopleListPlan,
  },
})
