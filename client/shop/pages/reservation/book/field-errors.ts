import type { WireProblem } from '#client/api/answer.ts'

/** What the server refused: per control of the form, and for the whole of it. */
export type SortedProblems = { readonly fields: readonly WireProblem[]; readonly global: readonly WireProblem[] }

/** Told for the whole form whenever any field is wrong; it says nothing that the field doesn't say. */
const COMPANION = 'error.STEP_2_MISSING_ATTENDEE_DATA'

/**
 * Sorts what the server refused. A field keeps the first of its problems, for one at a time is what a person can mend;
 * what no control answers for belongs to the whole form; the companion of field errors is dropped where a field says it
 * better (booking contract section 3).
 */
export function sortProblems(problems: readonly WireProblem[], hasControl: (path: string) => boolean): SortedProblems {
  const fields = new Map<string, WireProblem>()
  const global = new Map<string, WireProblem>()
  for (const problem of problems) {
    if (!hasControl(problem.field)) global.set([problem.code, ...problem.args].join(' '), problem)
    else if (!fields.has(problem.field)) fields.set(problem.field, problem)
  }
  const isToldByField = ({ code }: WireProblem) => code === COMPANION && fields.size > 0
  return {
    fields: [...fields.values()].toSorted(byPlace),
    global: [...global.values()].filter(problem => !isToldByField(problem)),
  }
}

/** Does the form show a control for this path? Both lists are those of the page as it stands. */
export function hasControl(path: string, ticketIds: readonly string[], isAssigning: boolean): boolean {
  if (CONTACT_CONTROLS.includes(path)) return true
  const [tickets, id, control, ...rest] = path.split('.')
  if (tickets !== 'tickets' || id === undefined || control === undefined || rest.length > 0 || !isAssigning)
    return false
  return ticketIds.includes(id) && ATTENDEE_CONTROLS.includes(control)
}

/** As the page has them: the buyer's own fields in their order, then the tickets' as they come. */
function byPlace(one: WireProblem, other: WireProblem): number {
  return placeOf(one) - placeOf(other)
}

function placeOf({ field }: WireProblem): number {
  const place = CONTACT_CONTROLS.indexOf(field)
  return place < 0 ? CONTACT_CONTROLS.length : place
}

const CONTACT_CONTROLS = ['firstName', 'lastName', 'email']
const ATTENDEE_CONTROLS = ['firstName', 'lastName', 'email', 'userLanguage']
