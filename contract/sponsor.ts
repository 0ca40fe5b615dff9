import { Type, type Static } from 'typebox'
import { LEAD_STATUSES } from '#domain/door/check-in/check-in-status.ts'
import { MAX_CODE_LENGTH } from '#domain/door/door-scan/read-code.ts'
import { type Call, Empty, call, content } from './call.ts'
import { Refusals } from './desk-call.ts'
import { MAX_INTEGER, MAX_LEAD_NOTES_LENGTH } from './limits.ts'
import { sponsorLeadPath, sponsorLeadsFilePath, sponsorLeadsPath, sponsorPath } from './paths.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/**
 * The calls of the page of a sponsor (`/sponsor`), by its key: `Authorization: SponsorKey <key>`. A sponsor reads what it
 * scanned itself, at its event. Moments are milliseconds since 1970.
 */

const sponsorCall = <const Description extends Omit<Call, 'tag'>>(description: Description) =>
  call({ ...description, tag: 'door' })

const NoKey = Type.String({ description: 'No key of a sponsor that is good' })

export const SponsorInfo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  event: Type.Object({
    title: Type.String({ description: 'In the language of the caller, where the event has it' }),
    timezone: Type.String(),
  }),
  scansUntil: Type.Integer(),
  isScanning: Type.Boolean({ description: 'Are badges scanned now?' }),
})
export type SponsorInfo = Static<typeof SponsorInfo>

export const readSponsor = sponsorCall({
  operationId: 'readSponsor',
  summary: 'The sponsor of the key, and its event',
  method: 'GET',
  path: sponsorPath,
  responses: { 200: SponsorInfo, 401: NoKey },
})

export const SponsorLead = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Nullable(Type.String()),
  company: Nullable(Type.String({ description: 'What was answered to a question with the name "company"' })),
  at: Type.Integer({ description: 'Scanned first' }),
  notes: Type.String(),
  status: OneOf(LEAD_STATUSES),
})
export type SponsorLead = Static<typeof SponsorLead>

export const LEADS_PER_PAGE = 50

export const listSponsorLeads = sponsorCall({
  operationId: 'listSponsorLeads',
  summary: `Whom the sponsor scanned, the latest first, ${LEADS_PER_PAGE} at a time`,
  method: 'GET',
  path: sponsorLeadsPath,
  query: Type.Object({
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '`next`' })),
  }),
  responses: {
    200: Type.Object({
      count: Type.Integer({ description: 'Of all of them' }),
      leads: Type.Array(SponsorLead),
      next: Nullable(Type.Integer()),
    }),
    401: NoKey,
  },
})
export type SponsorLeads = Static<(typeof listSponsorLeads)['responses'][200]>

export const scanForSponsor = sponsorCall({
  operationId: 'scanForSponsor',
  summary:
    'Scan the badge or ticket of a person who is inside. Scanned again, it is the same lead with its notes; refused where the person was removed after the scan',
  method: 'POST',
  path: sponsorLeadsPath,
  body: Type.Object({
    code: Text(MAX_CODE_LENGTH),
    ageMs: Maybe(
      Type.Integer({
        minimum: 0,
        maximum: MAX_INTEGER,
        description: 'How long ago it was scanned, where it waited on the device; 0 where left out',
      }),
    ),
  }),
  responses: {
    200: Type.Object({ isNew: Type.Boolean(), lead: SponsorLead }),
    401: NoKey,
    422: Refusals,
  },
})

export const noteSponsorLead = sponsorCall({
  operationId: 'noteSponsorLead',
  summary:
    'Change the notes of a lead and how interested the person is; refused where another device changed them meanwhile',
  method: 'PUT',
  path: sponsorLeadPath,
  params: Type.Object({ leadId: Whole }),
  body: Type.Object({
    notes: Text(MAX_LEAD_NOTES_LENGTH),
    status: OneOf(LEAD_STATUSES),
    seen: Type.Object(
      { notes: Text(), status: OneOf(LEAD_STATUSES) },
      { description: 'As the device read them before' },
    ),
  }),
  responses: { 200: SponsorLead, 401: NoKey, 404: Empty, 409: SponsorLead },
})

export const removeSponsorLead = sponsorCall({
  operationId: 'removeSponsorLead',
  summary: 'Remove a person who was scanned by mistake, with the notes. A scan that comes later adds the person again',
  method: 'DELETE',
  path: sponsorLeadPath,
  params: Type.Object({ leadId: Whole }),
  responses: { 204: Empty, 401: NoKey, 404: Empty },
})

export const downloadSponsorLeads = sponsorCall({
  operationId: 'downloadSponsorLeads',
  summary: 'All whom the sponsor scanned, with notes, as CSV, the first first',
  method: 'GET',
  path: sponsorLeadsFilePath,
  responses: { 200: content('text/csv', 'CSV'), 401: NoKey },
})
