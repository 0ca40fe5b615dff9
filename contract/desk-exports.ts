import { EXPORT_FORMATS, EXPORT_KIND_NAMES, EXPORT_PERIODS } from '#domain/organiser/export/export-kind.ts'
import { ATTENDEE_ENTRIES, ATTENDEE_STATES } from '#domain/organiser/order-desk/attendee.ts'
import { Type, type Static } from 'typebox'
import { type Content, Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf } from './schema.ts'
import { Lang } from './shared.ts'

/** The organiser's API, version 1: exports as files, kept for again, and mailed on a schedule. */

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', description: 'YYYY-MM-DD' })

const OfKind = Type.Object({ kind: OneOf(EXPORT_KIND_NAMES) })

/** One of both: of which event, or of which organisation. */
const Whose = { event: Type.Optional(Id), organization: Type.Optional(Id) }

const Refused = { 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals }

/** Columns in one text, divided by commas; the name of a question may have 255 characters. */
const MAX_COLUMNS_LENGTH = 8_000
const MAX_COLUMNS = 200

const File: Content = {
  description: 'The file, as a stream; texts that a spreadsheet would read as a formula stay texts',
  content: {
    'text/csv': { schema: Type.String() },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: Type.String({ format: 'binary' }) },
  },
}

export const downloadExport = deskCall({
  operationId: 'downloadExport',
  summary:
    'Orders, payments, attendees or check-ins as a file for spreadsheets; with labels in the language of the caller',
  method: 'GET',
  path: paths.deskExportPath,
  params: OfKind,
  query: Type.Object({
    ...Whose,
    format: Type.Optional(OneOf(EXPORT_FORMATS)),
    columns: Type.Optional(
      Type.String({ maxLength: MAX_COLUMNS_LENGTH, description: 'Keys divided by commas; left out: all' }),
    ),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    period: Type.Optional(OneOf(EXPORT_PERIODS)),
    lang: Type.Optional(Lang),
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'Of the days; left out: that of the event, or UTC' }),
    ),
    state: Type.Optional(OneOf(ATTENDEE_STATES)),
    category: Type.Optional(Id),
    entry: Type.Optional(OneOf(ATTENDEE_ENTRIES)),
  }),
  responses: { 200: File, ...Refused },
})

export const describeExport = deskCall({
  operationId: 'describeExport',
  summary: 'The columns of a kind of export, and which members it can be mailed to',
  method: 'GET',
  path: paths.deskExportColumnsPath,
  params: OfKind,
  query: Type.Object(Whose),
  responses: {
    200: Type.Object({
      columns: Type.Array(
        Type.Object({
          key: Type.String({ description: 'The same in every language and for every event' }),
          label: Type.String(),
          type: OneOf(['text', 'number', 'money', 'date', 'boolean']),
        }),
      ),
      recipients: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() })),
      timezone: Nullable(Type.String({ description: 'Of the event' })),
    }),
    ...Refused,
  },
})

/** When an export is mailed, at a full hour. */
const Schedule = Type.Object({
  kind: OneOf(['DAILY', 'WEEKLY', 'MONTHLY']),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  weekday: Maybe(Type.Integer({ minimum: 1, maximum: 7, description: 'Of WEEKLY: 1 is Monday' })),
  day: Maybe(
    Type.Integer({ minimum: 1, maximum: 31, description: 'Of MONTHLY; a short month has it on its last day' }),
  ),
})

const SavedFields = {
  name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
  kind: OneOf(EXPORT_KIND_NAMES),
  format: OneOf(EXPORT_FORMATS),
  columns: Type.Array(Type.String({ maxLength: MAX_NAME_LENGTH + 50 }), { minItems: 1, maxItems: MAX_COLUMNS }),
  period: OneOf(EXPORT_PERIODS),
  timezone: Type.String({ maxLength: 64, description: 'Of the period and the schedule' }),
}

const NewExport = Type.Object({
  ...SavedFields,
  event: Maybe(Id),
  organization: Maybe(Id),
  state: Maybe(OneOf(ATTENDEE_STATES)),
  schedule: Maybe(Type.Unsafe<Static<typeof Schedule>>({ ...Schedule })),
  recipients: Type.Array(Id, { maxItems: 50, description: 'Ids of members; without a schedule none' }),
})
export type NewExport = Static<typeof NewExport>

const ExportChange = Type.Object({
  ...SavedFields,
  kind: Maybe(OneOf(EXPORT_KIND_NAMES)),
  event: Maybe(Id),
  organization: Maybe(Id),
  state: Maybe(OneOf(ATTENDEE_STATES)),
  schedule: Maybe(Type.Unsafe<Static<typeof Schedule>>({ ...Schedule })),
  recipients: Type.Array(Id, { maxItems: 50, description: 'Ids of members; without a schedule none' }),
  seen: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the export as it was read' }),
})
export type ExportChange = Static<typeof ExportChange>

const SavedExport = Type.Object({
  id: Type.Integer(),
  ...SavedFields,
  event: Nullable(Type.Integer()),
  organization: Type.Integer(),
  of: Type.String({ description: 'The title of the event, or the name of the organisation' }),
  by: Nullable(Type.String({ description: 'The member who made it' })),
  schedule: Type.Unsafe<Static<typeof Schedule> | null>({ ...Schedule, type: ['object', 'null'] }),
  dueAt: Nullable(Type.Integer({ description: 'When it is mailed next; milliseconds since 1970' })),
  state: Nullable(OneOf(ATTENDEE_STATES)),
  recipients: Type.Array(Type.String({ description: 'Names of members' })),
  recipientIds: Type.Array(Type.Integer(), { description: 'Their ids, in the same order' }),
  seen: Type.String({ description: 'Sent with a change, which is made only if the export is still so' }),
})
export type SavedExport = Static<typeof SavedExport>

/** An event or an organisation, with the kinds of exports that the caller may have of it. */
const ExportedBy = Type.Object({
  event: Nullable(Type.Integer()),
  organization: Type.Integer(),
  name: Type.String(),
  kinds: Type.Array(OneOf(EXPORT_KIND_NAMES)),
})
export type ExportedBy = Static<typeof ExportedBy>

export const listSavedExports = deskCall({
  operationId: 'listSavedExports',
  summary: 'The exports that were saved, of what the caller may export; at most 200',
  method: 'GET',
  path: paths.deskSavedExportsPath,
  responses: {
    200: Type.Object({
      exports: Type.Array(SavedExport),
      whose: Type.Array(ExportedBy, {
        description: 'Of what the caller may export: the latest events, then organisations',
      }),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const saveExport = deskCall({
  operationId: 'saveExport',
  summary: 'Save an export, and mail it on a schedule',
  method: 'POST',
  path: paths.deskSavedExportsPath,
  body: NewExport,
  responses: { 201: SavedExport, ...Refused },
})

const OfSaved = Type.Object({ exportId: Id })

export const changeSavedExport = deskCall({
  operationId: 'changeSavedExport',
  summary:
    'Change a saved export in everything but its kind and whose it is; 409 with the export where it was changed meanwhile',
  method: 'PUT',
  path: paths.deskSavedExportPath,
  params: OfSaved,
  body: ExportChange,
  responses: { 200: SavedExport, 409: SavedExport, ...Refused },
})

export const deleteSavedExport = deskCall({
  operationId: 'deleteSavedExport',
  summary: 'Delete a saved export: it is mailed no more',
  method: 'DELETE',
  path: paths.deskSavedExportPath,
  params: OfSaved,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const downloadSavedExport = deskCall({
  operationId: 'downloadSavedExport',
  summary: 'The file of a saved export as of now',
  method: 'GET',
  path: paths.deskSavedExportFilePath,
  params: OfSaved,
  query: Type.Object({ lang: Type.Optional(Lang) }),
  responses: { 200: File, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
