import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Every import of every file of ours, resolved. */

export type Import = {
  readonly from: string
  readonly to: string
  /** Loaded when it is wanted, not with the file. */
  readonly isLazy?: boolean
}

/** `... from 'x'` at the end of a statement, `import 'x'`, and `import('x')` outside of comments. */
const STATEMENT = /^(?:(?:import|export|\}).* from|import) '([^']+)'|^(?!\s*(?:\*|\/)).*\bimport\('([^']+)'\)/gm

export const root = join(import.meta.dirname, '../..')
export const files = globSync('{domain,contract,server,client,tests,tools}/**/*.{ts,tsx}', { cwd: root })
export const imports = files.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const found = readFileSync(join(root, from), 'utf8').matchAll(STATEMENT)
  return Array.from(found, ([, named, dynamic]) => ({
    from,
    to: resolved(from, named ?? dynamic ?? ''),
    isLazy: named === undefined,
  }))
}

function resolved(from: string, name: string): string {
  if (name.startsWith('.')) return relative(root, join(root, dirname(from), name))
  return name.startsWith('#') ? name.slice(1) : `npm:${name}`
}

const isTest = (path: string): boolean => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
/** Of what runs in a shop: neither tests nor tools. */
export const shipped = imports.filter(({ from }) => !isTest(from) && !from.startsWith('tools/'))
/** The area of a file of the server; undefined for a file in no area. */
export const areaOf = (path: string): string | undefined => /^server\/([^/]+)\//.exec(path)?.[1]
/** The area of a rule. */
export const areaOfRules = (path: string): string | undefined => /^domain\/([^/]+)\//.exec(path)?.[1]
/** The feature of a file of the server, with its area: a folder of the area, or a file beside its folders. */
export const featureOf = (path: string): string | undefined => /^server\/([^/]+\/[^/]+)/.exec(path)?.[1]
export const layerOf = (path: string): string => path.split(/[/:]/, 1).join()
