import type { EventRequest, LocalizedBody } from '#domain/organiser/event-editing/event-request.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { ownerOf } from '#server/foundation/heavy-work/owner.ts'
import { isRenderable } from '#server/foundation/markdown/rendered-markdown.ts'

/** How many texts of one request are rendered beside each other: no more are begun once one is too costly. */
const LANES = 8

/**
 * Says which description can't be rendered within its limits, so that its organiser learns it before visitors see it.
 * Rejects with WorkPutOff when it can't check at the moment.
 */
export async function problemsOfDescriptions(request: EventRequest, organization: { id: number }): Promise<Problem[]> {
  const owner = ownerOf(organization)
  const waiting = describedParts(request).flatMap(({ field, bodies }) =>
    (bodies ?? []).map(({ body }) => ({ field, body })),
  )
  const problems: Problem[] = []
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next && problems.length === 0; next = waiting.shift()) {
      const { field, body } = next
      if (!(await isRenderable(body, owner))) problems.push(problem('description-too-costly', { field }))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return problems.slice(0, 1)
}

type Described = { readonly field: string; readonly bodies: readonly LocalizedBody[] | null | undefined }

function describedParts({ description, tickets, additionalServices }: EventRequest): Described[] {
  return [
    { field: 'description', bodies: description },
    ...(tickets?.categories ?? []).map((category, index) => ({
      field: `tickets.categories[${index}].description`,
      bodies: category.description,
    })),
    ...(additionalServices ?? []).map((service, index) => ({
      field: `additionalServices[${index}].description`,
      bodies: service.description,
    })),
  ]
}
