import type { Import } from './source-imports.ts'

/**
 * The parts of the server and what each imports. A part is a folder, or a file that stands beside the folders; the files
 * that put everything together belong to none.
 */
export type Parts = ReadonlyMap<string, ReadonlySet<string>>

const WIRING = new Set(['main.ts', 'serve.ts', 'shop.ts', 'stop.ts', 'sample.ts'])

export function partsOf(imports: readonly Import[]): Parts {
  const parts = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const part = partOf(from)
    if (part === undefined) continue
    const known = parts.get(part) ?? new Set()
    parts.set(part, known)
    const other = partOf(to)
    if (other === undefined || other === part) continue
    known.add(other)
    // One that imports nothing is a part as well.
    if (!parts.has(other)) parts.set(other, new Set())
  }
  return parts
}

function partOf(path: string): string | undefined {
  const [, part] = /^server\/([^/]+)/.exec(path) ?? []
  return part === undefined || WIRING.has(part) ? undefined : part
}

/**
 * The floors from the ground up: a part stands one above the highest that it imports. `tied` are the parts that stand on
 * none, because they import each other in a circle, or what does.
 */
export function floorsOf(parts: Parts): { readonly floors: readonly string[][]; readonly tied: readonly string[] } {
  const floors: string[][] = []
  const placed = new Set<string>()
  for (;;) {
    const left = [...parts.keys()].filter(part => !placed.has(part))
    const next = left.filter(part =>
      [...(parts.get(part) ?? [])].every(other => placed.has(other) || !parts.has(other)),
    )
    if (next.length === 0) return { floors, tied: left.toSorted() }
    for (const part of next) placed.add(part)
    floors.push(next.toSorted())
  }
}

/** What a part imports and nothing else that it imports does: the arrows that say it all. */
export function nearestOf(part: string, parts: Parts): string[] {
  const direct = [...(parts.get(part) ?? [])]
  return direct.filter(to => !direct.some(other => other !== to && reaches(other, to, parts))).toSorted()
}

function reaches(from: string, to: string, parts: Parts, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  return [...(parts.get(from) ?? [])].some(next => next === to || reaches(next, to, parts, seen))
}
