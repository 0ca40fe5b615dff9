import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, areaOf, featureOf, root } from './source-imports.ts'

/** The areas of the server as their READMEs state them, and what the imports say of them. */

/** By feature: the files that other areas may import, from its folder; `every` for a feature that is a door as a whole. */
export type Doors = ReadonlyMap<string, ReadonlySet<string> | 'every'>

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** A row of the table: feature, what it does, where to start reading, doors. */
const ROW = /^\| `([\w.-]+)` +\|.*\| ([^|]+?) +\|$/gm

/** The features of all areas with their doors. */
export function statedDoors(): Doors {
  const pages = globSync('server/*/README.md', { cwd: root })
  return new Map(pages.flatMap(page => [...doorsOf(areaOf(page) ?? '', readFileSync(join(root, page), 'utf8'))]))
}

export function doorsOf(area: string, page: string): Doors {
  const rows = page.matchAll(ROW)
  return new Map(Array.from(rows, ([, feature = '', doors = '']) => [`${area}/${feature}`, filesOf(doors)]))
}

const filesOf = (doors: string): ReadonlySet<string> | 'every' =>
  doors === 'every file' ? 'every' : new Set(Array.from(doors.matchAll(/`([^`]+)`/g), ([, file = '']) => file))

/** Features that no README names, and rows of READMEs without a feature. */
export function unstated(paths: readonly string[], doors: Doors): string[] {
  const there = new Set(paths.filter(path => /\.tsx?$/.test(path)).flatMap(path => featureOf(path) ?? []))
  return [...there, ...doors.keys()].filter(feature => !there.has(feature) || !doors.has(feature)).toSorted()
}

/** Doors that are no file, or that no other area imports. */
export function uselessDoors(imports: readonly Import[], doors: Doors): string[] {
  const used = new Set(imports.filter(({ from, to }) => areaOf(from) !== areaOf(to)).map(({ to }) => to))
  const stated = [...doors].flatMap(([feature, files]) =>
    files === 'every' ? [] : Array.from(files, file => `server/${feature}/${file}`),
  )
  return stated.filter(path => !used.has(path))
}

/** Imports of a file of another area that is no door. */
export function pastDoors(imports: readonly Import[], doors: Doors): string[] {
  const foreign = imports.filter(({ from, to }) => areaOf(from) && areaOf(to) && areaOf(from) !== areaOf(to))
  return foreign.filter(edge => !isDoor(edge, doors)).map(({ from, to }) => `${from} -> ${to}`)
}

/** The texts of mails of a feature. */
const LETTERS = /\/letters(\/[^/]+)?\.ts$/

function isDoor({ from, to }: Import, doors: Doors): boolean {
  const feature = featureOf(to) ?? ''
  const files = doors.get(feature)
  const isPreview = featureOf(from) === 'operation/development' && LETTERS.test(to)
  return isPreview || files === 'every' || files?.has(to.slice(`server/${feature}/`.length)) === true
}

/** What imports what, by area or by feature. */
export function graphOf(imports: readonly Import[], nameOf: (path: string) => string | undefined): Graph {
  const graph = new Map<string, Set<string>>()
  const outgoing = (name: string): Set<string> => {
    const targets = graph.get(name) ?? new Set()
    graph.set(name, targets)
    return targets
  }
  for (const { from, to } of imports) {
    const [user, used] = [nameOf(from), nameOf(to)]
    if (user === undefined) continue
    const targets = outgoing(user)
    if (used === undefined || used === user) continue
    targets.add(used)
    outgoing(used)
  }
  return graph
}

/**
 * The names from the ground up: each floor imports lower ones only. `tied` are those on no floor, because they import each
 * other in a circle, or import one that does.
 */
export function floorsOf(graph: Graph): { readonly floors: readonly string[][]; readonly tied: readonly string[] } {
  const floors: string[][] = []
  const placed = new Set<string>()
  for (;;) {
    const left = [...graph.keys()].filter(name => !placed.has(name))
    const next = left.filter(name => [...(graph.get(name) ?? [])].every(other => placed.has(other)))
    if (next.length === 0) return { floors, tied: left.toSorted() }
    for (const name of next) placed.add(name)
    floors.push(next.toSorted())
  }
}

/** What one imports and none of its other imports does. */
export function nearestOf(name: string, graph: Graph): string[] {
  const direct = [...(graph.get(name) ?? [])]
  return direct.filter(to => !direct.some(other => other !== to && reaches(other, to, graph))).toSorted()
}

function reaches(from: string, to: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  return [...(graph.get(from) ?? [])].some(next => next === to || reaches(next, to, graph, seen))
}
