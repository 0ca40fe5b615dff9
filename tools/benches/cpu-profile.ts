import type { Profiler } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As the profiler of Node writes it; times in microseconds. */
export type CpuProfile = Profiler.Profile
export type ProfileNode = Profiler.ProfileNode

/** Its name with its place in the project. */
export function functionOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const place = url === '' ? '' : ` ${placeOf(url)}:${lineNumber + 1}`
  return `${functionName || '(anonymous)'}${place}`
}

/** From the root of the project, where it is below it. */
export function placeOf(url: string): string {
  if (!url.startsWith('file:')) return url
  const path = fileURLToPath(url)
  const [, below] = /\/((?:node_modules|server|domain|contract|client|dist|tools)\/.*)$/.exec(path) ?? []
  return below ?? relative(process.cwd(), path)
}
