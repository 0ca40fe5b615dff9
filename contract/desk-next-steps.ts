import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import * as paths from './paths.ts'
import { Nullable, OneOf, Whole } from './schema.ts'

/** The organiser's API, version 1: what the shop does by itself about an event, besides what its file states. */

export const STEP_KINDS = [
  'seats-offered',
  'sale-mailed',
  'list-ends',
  'names-asked',
  'answers-asked',
  'transfers-reminded',
  'transfers-removed',
  'seats-returned',
  'mails-erased',
  'scans-erased',
  'people-erased',
] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** What each of them is. */
const KINDS = [
  'seats-offered: to those who registered before the sale',
  'sale-mailed: to those who left an address for its begin',
  'list-ends: no seat is offered to those who wait any more',
  'names-asked: buyers whose tickets lack names, the next time',
  'answers-asked: holders who left questions open, from then on',
  'transfers-reminded, transfers-removed: awaited ones whose last moment is on the same day',
  'seats-returned: held ones, to sale',
  'mails-erased, scans-erased, people-erased: retention ends',
].join('; ')

const Step = Type.Object({
  kind: OneOf(STEP_KINDS),
  at: Type.Integer({ description: 'Milliseconds since 1970; now for what is overdue' }),
  count: Nullable(Type.Integer({ description: 'Of people, orders or seats as of now; null where it is not counted' })),
})
export type Step = Static<typeof Step>

export const NextSteps = Type.Object({ steps: Type.Array(Step, { description: `The next first. ${KINDS}` }) })
export type NextSteps = Static<typeof NextSteps>

export const listNextSteps = deskCall({
  operationId: 'listNextSteps',
  summary:
    'Which reminders, offers to waiting people, returns of seats and erasures come by themselves; of a draft, as if it were public',
  method: 'GET',
  path: paths.deskEventStepsPath,
  params: Type.Object({ eventId: Whole }),
  responses: { 200: NextSteps, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
