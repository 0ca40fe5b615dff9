import type { EventRequest, LocalizedBody } from '#domain/event-editing/event-request.ts'
import { type Problem, problem } from '#domain/problem.ts'
import { isRenderable } from '#server/markdown/rendered-markdown.ts'

/** Says which description can't be rendered within its limits, so that its organiser hears it before anybody sees it. */
export async function problemsOfDescriptions(request: EventRequest): Promise<Problem[]> {
  for (const { field, bodies } of describedParts(request)) {
    for (const { body } of bodies ?? []) {
      if (!(await isRenderable(body))) return [problem('description-too-costly', { field })]
    }
  }
  return []
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
