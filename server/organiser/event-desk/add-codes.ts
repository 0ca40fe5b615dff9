import { MAX_CODES } from '#contract/limits.ts'
import { refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { drawCodes } from '#domain/organiser/event-editing/draw-codes.ts'
import type { PromoCodeRequest } from '#domain/organiser/event-editing/event-request.ts'
import { writeEvent } from '#domain/organiser/event-editing/write-event.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { freshBytes } from '#server/foundation/base/random.ts'
import { type Changed, editEvent } from '#server/organiser/event-editing/change-event.ts'
import { loadStated } from '#server/organiser/event-editing/load-stated.ts'

type Added = {
  /** The version that the caller has read: where codes were added since, this is a conflict. */
  readonly base: number
  /** What each of them does. */
  readonly like: PromoCodeRequest
  readonly names: readonly string[]
  readonly drawn: { readonly count: number; readonly prefix: string; readonly length: number } | null
  readonly by: Actor
}

type Outcome = { readonly changed: Changed; readonly added: readonly string[] }

/**
 * Adds many codes that do the same to those of an event, all or none. Refused as a change of the event is, by the place of a name in the
 * list; a conflict where the codes were changed since the base, so that a press that is repeated adds nothing.
 */
export async function addCodes(
  shop: Shop,
  event: EventOwner,
  { base, like, names, drawn, by }: Added,
): Promise<Outcome> {
  const { stated } = await loadStated(shop.db, event.id, { withGroups: false })
  const { promoCodes, categories } = writeEvent(stated).tickets ?? {}
  const stored = promoCodes ?? []
  const count = names.length + (drawn?.count ?? 0)
  if (count === 0) return refusedFor(problem('foyer.desk.codes.refused.none', { field: 'names' }))
  if (stored.length + count > MAX_CODES)
    return refusedFor(
      problem('foyer.desk.codes.refused.too-many', {
        field: 'names',
        args: [String(MAX_CODES), String(stored.length)],
      }),
    )
  const listed = names.map(name => name.trim().toUpperCase())
  const taken = [
    ...stored.map(({ name }) => name),
    ...(categories ?? []).map(({ accessCode }) => accessCode),
    ...listed,
  ]
  const drawing = drawn && { ...drawn, prefix: drawn.prefix.trim().toUpperCase(), taken: capitals(taken) }
  const added = [...listed, ...(drawing ? drawCodes(drawing, freshBytes) : [])]
  const request = { tickets: { promoCodes: [...stored, ...added.map(name => ({ ...like, name }))] } }
  const edit = { base, removedCategories: [] }
  const changed = await editEvent(shop, { event, request, image: null, by, edit })
  return { changed: changed.kind === 'refused' ? inList(changed, stored.length) : changed, added }
}

const capitals = (names: readonly (string | null | undefined)[]): ReadonlySet<string> =>
  new Set(names.map(name => (name ?? '').toUpperCase()))

const refusedFor = (first: Problem): Outcome => ({ changed: { kind: 'refused', outcome: refused(first) }, added: [] })

/** Each problem once, with its place among the names that were sent; what is wrong with what all of them do is said once. */
function inList(changed: Extract<Changed, { kind: 'refused' }>, before: number): Changed {
  const seen = new Set<string>()
  const [first, ...others] = changed.outcome.problems
    .map(each => placed(each, before))
    .filter(each => {
      const said = JSON.stringify(each)
      return !seen.has(said) && seen.add(said)
    })
  if (!first) throw new Error('nothing was refused')
  return { kind: 'refused', outcome: refused(first, ...others.slice(0, MOST_PROBLEMS)) }
}

const MOST_PROBLEMS = 20

function placed(each: Problem, before: number): Problem {
  const [, place, member] = /^tickets\.promoCodes\[(\d+)\](?:\.(\w+))?$/.exec(each.field ?? '') ?? []
  if (place === undefined || Number(place) < before) return each
  return { ...each, field: member === 'name' ? `names[${Number(place) - before}]` : `like.${member ?? 'name'}` }
}
