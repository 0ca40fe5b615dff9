import { Type } from 'typebox'
import { MAX_LEGAL_TEXT_LENGTH } from '#domain/catalog/legal-text/legal-kind.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import * as paths from './paths.ts'

/** The organiser's API, version 1: texts of events and passes as the shop shows them. */

export const previewDeskMarkdown = deskCall({
  operationId: 'previewDeskMarkdown',
  summary: 'A description in Markdown as the HTML that the shop would show; nothing is stored',
  method: 'POST',
  path: paths.deskMarkdownPath,
  body: Type.Object({ text: Type.String({ maxLength: MAX_LEGAL_TEXT_LENGTH, description: 'Markdown' }) }),
  responses: {
    200: Type.Object({ html: Type.String({ description: 'Safe to show; empty for a text without words' }) }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})
