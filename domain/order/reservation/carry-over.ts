/**
 * Finds for each part of an old order its successor in the new one: the first of a kind for the first, the second for the
 * second, until one of the two has no more of that kind. What has no successor is not in the result.
 */
export function successors<Part, Kind>(
  before: readonly Part[],
  now: readonly Part[],
  kindOf: (part: Part) => Kind,
): [before: Part, now: Part][] {
  const waiting = Map.groupBy(now, kindOf)
  return before.flatMap((part): [Part, Part][] => {
    const next = waiting.get(kindOf(part))?.shift()
    return next === undefined ? [] : [[part, next]]
  })
}
