import type { FastifyReply } from 'fastify'
import type { Problem } from '#domain/foundation/problem.ts'
import { sendText } from '#server/foundation/http/send-text.ts'
import { reportEventProblem } from '#domain/organiser/event-editing/event-problem.ts'

/** 400 with all that is wrong: a JSON array inside a JSON string, as clients of the organiser contract expect. */
export const sendEventProblems = (reply: FastifyReply, problems: readonly Problem[]): FastifyReply =>
  sendText(reply, 400, JSON.stringify(problems.map(reportEventProblem)))

/** What the shape of a body lacks, in the same form. */
export function sendShapeProblems(reply: FastifyReply, error: ShapeError): FastifyReply {
  const errors = error.validation.map(({ instancePath, message = 'cannot be read' }) => {
    const field = fieldOf(instancePath)
    return { fieldName: field, code: field === '' ? 'invalid.body' : field, description: message }
  })
  return sendText(reply, 400, JSON.stringify(errors))
}

type ShapeError = { readonly validation: readonly { readonly instancePath: string; readonly message?: string }[] }

/** "/tickets/categories/0/price" is tickets.categories[0].price */
export function fieldOf(instancePath: string): string {
  return instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
}
