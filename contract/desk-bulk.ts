import { Type, type Static } from 'typebox'
import { content, Empty } from './call.ts'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import * as paths from './paths.ts'
import { Nullable, OneOf, Whole } from './schema.ts'

/** The organiser's API, version 1: what is done with many orders at once, by a job in the background. */

export const BULK_STATUSES = ['RUNNING', 'STOPPED', 'ENDED'] as const
export const BULK_ITEM_STATES = ['WAITING', 'SUCCEEDED', 'NOTHING', 'REFUSED'] as const

const JobId = Type.Object({ jobId: Whole })

export const BulkJob = Type.Object({
  id: Type.Integer(),
  kind: Type.String({ description: 'What is done, as in CANCEL_EVENT' }),
  name: Type.String({ description: 'The same in the language of the caller' }),
  organizationId: Type.Integer(),
  eventId: Nullable(Type.Integer()),
  title: Type.String({ description: 'Of the event; empty where the orders are of several' }),
  by: Type.String({ description: 'Name of the member or key that has started it' }),
  status: OneOf(BULK_STATUSES),
  startedAt: Type.Integer(),
  endedAt: Nullable(Type.Integer()),
  total: Type.Integer(),
  done: Type.Integer({ description: 'Items that were done' }),
  nothing: Type.Integer({ description: 'Items with which there was nothing to do' }),
  refused: Type.Integer({ description: 'Items that a person has to look at' }),
  waiting: Type.Integer({ description: 'Items that are still to come' }),
})
export type BulkJob = Static<typeof BulkJob>

export const BulkItem = Type.Object({
  place: Type.Integer({ description: 'From 1, in the order of the job' }),
  row: Nullable(Type.Integer({ description: 'Of the file that is imported; null where the job is about orders' })),
  orderId: Nullable(Type.String()),
  shortId: Nullable(Type.String({ description: 'As the buyer reads it; null where the order is gone, or it is none' })),
  person: Nullable(Type.String({ description: 'Name of the buyer, or of the person who waited; null once erased' })),
  state: OneOf(BULK_ITEM_STATES),
  code: Nullable(Type.String({ description: 'A text key; null while it waits' })),
  message: Nullable(Type.String({ description: 'What came of it, in the language of the caller' })),
  at: Nullable(Type.Integer()),
})
export type BulkItem = Static<typeof BulkItem>

const Refused = { 401: NotSignedIn, 403: NotForRole, 404: Empty }

export const listBulkJobs = deskCall({
  operationId: 'listBulkJobs',
  summary: 'Jobs with orders that the caller may manage, the latest first',
  method: 'GET',
  path: paths.deskBulkJobsPath,
  query: Type.Object({
    eventId: Type.Optional(Whole),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'nextCursor of the answer before' })),
  }),
  responses: {
    200: Type.Object({ jobs: Type.Array(BulkJob), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const readBulkJob = deskCall({
  operationId: 'readBulkJob',
  summary: 'How far a job has come. One that ended 90 days ago is deleted, with its report',
  method: 'GET',
  path: paths.deskBulkJobPath,
  params: JobId,
  responses: { 200: BulkJob, ...Refused },
})

export const listBulkItems = deskCall({
  operationId: 'listBulkItems',
  summary: 'The report of a job: each order with what came of it',
  method: 'GET',
  path: paths.deskBulkItemsPath,
  params: JobId,
  query: Type.Object({
    state: Type.Optional(OneOf(BULK_ITEM_STATES)),
    cursor: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  responses: {
    200: Type.Object({ items: Type.Array(BulkItem), nextCursor: Nullable(Type.String()) }),
    ...Refused,
  },
})

export const downloadBulkReport = deskCall({
  operationId: 'downloadBulkReport',
  summary: 'The same report as a file for spreadsheets, in the language of the caller',
  method: 'GET',
  path: paths.deskBulkReportPath,
  params: JobId,
  responses: { 200: content('text/csv', 'A line for each order'), ...Refused },
})

export const stopBulkJob = deskCall({
  operationId: 'stopBulkJob',
  summary: 'Stop a job after the order it is at; what is done stays done. Of one that has ended nothing changes',
  method: 'POST',
  path: paths.deskBulkStopPath,
  params: JobId,
  responses: { 200: BulkJob, ...Refused },
})

export const resumeBulkJob = deskCall({
  operationId: 'resumeBulkJob',
  summary: 'Go on with a job that was stopped. Of any other nothing changes',
  method: 'POST',
  path: paths.deskBulkResumePath,
  params: JobId,
  responses: { 200: BulkJob, ...Refused },
})
