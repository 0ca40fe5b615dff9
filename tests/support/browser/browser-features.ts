import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { type Block, type CssNode, type Declaration, generate, parse, walk } from 'css-tree'
import { OLDEST_BROWSERS } from '#client/browsers.ts'

const TABLE = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
const { css }: CompatData = JSON.parse(readFileSync(TABLE, 'utf8'))

/** The oldest browsers by their names in the table; Edge is Chrome in all that concerns styles. */
const OLDEST = [
  ['chrome', OLDEST_BROWSERS.chrome],
  ['firefox', OLDEST_BROWSERS.firefox],
  ['safari', OLDEST_BROWSERS.safari],
  ['safari_ios', OLDEST_BROWSERS.ios],
] as const

/**
 * What a style sheet uses that one of the oldest browsers lacks, by the compatibility table of MDN: "function light-dark: chrome,
 * safari". Inside `@supports` everything is allowed, because the style asks first; so is a value that follows another one of the
 * same property, because a browser keeps the last one it knows.
 */
export function missingFeatures(style: string): string[] {
  const missing = new Set<string>()
  const add: Add = (feature, compat) => {
    const browsers = compat ? lackedBy(compat) : []
    if (browsers.length > 0) missing.add(`${feature}: ${browsers.join(', ')}`)
  }
  walk(parse(style, { parseCustomProperty: true }), function (node: CssNode) {
    if (node.type === 'Atrule') {
      add(`at-rule ${node.name}`, css['at-rules']?.[node.name]?.__compat)
      if (node.name === 'supports') return this.skip
    }
    if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') {
      add(`selector ${node.name}`, css.selectors?.[node.name]?.__compat)
    }
    if (node.type === 'Block') addDeclarations(node, add)
    return undefined
  })
  return [...missing]
}

/** The style sheet as the oldest browsers read it: without what one of them lacks, which they skip. */
export function asOldestBrowsersRead(style: string): string {
  const sheet = parse(style, { parseCustomProperty: true })
  walk(sheet, (node, item, list) => {
    if (item && list && isSkipped(node)) list.remove(item)
  })
  return generate(sheet)
}

function isSkipped(node: CssNode): boolean {
  if (node.type === 'Atrule' && node.name === 'supports') {
    return node.prelude !== null && lacks(generate(node.prelude))
  }
  if (node.type === 'Atrule') return missingFeatures(`@${node.name}{}`).length > 0
  if (node.type === 'Rule') return missingFeatures(`${generate(node.prelude)}{}`).length > 0
  return node.type === 'Declaration' && missingFeatures(`a{${generate(node)}}`).some(isOfValue)
}

/** What a condition of `@supports` asks for: declarations and selectors. */
const lacks = (condition: string): boolean =>
  missingFeatures(`a{${condition.replaceAll(/^\(|\)$/g, '')}}`).length > 0 || /selector\(:has/.test(condition)

/** A browser that lacks the property of a declaration, or its value, skips it. */
const isOfValue = (feature: string): boolean => /^(property|value|function) /.test(feature)

type Add = (feature: string, compat: CompatStatement | undefined) => void

function addDeclarations({ children }: Block, add: Add): void {
  const seen = new Set<string>()
  for (const node of children.toArray()) {
    if (node.type !== 'Declaration') continue
    add(`property ${node.property}`, css.properties?.[node.property]?.__compat)
    if (!seen.has(node.property)) addValue(node, add)
    seen.add(node.property)
  }
}

function addValue({ property, value }: Declaration, add: Add): void {
  const values = css.properties?.[property]
  walk(value, part => {
    if (part.type === 'Function') add(`function ${part.name}`, functionNamed(part.name))
    if (part.type === 'Identifier') add(`value ${property}: ${part.name}`, values?.[part.name]?.__compat)
    if (part.type === 'Operator' && part.value === '/') add(`value ${property}: /`, values?.['alt_text']?.__compat)
  })
}

const functions = new Map<string, CompatStatement | undefined>()

/** A function may be in several places of the table: the one that most browsers know counts. */
function functionNamed(name: string): CompatStatement | undefined {
  if (!functions.has(name)) {
    const found = css.types ? statementsOf(css.types, name) : []
    functions.set(name, found.sort((one, other) => lackedBy(one).length - lackedBy(other).length)[0])
  }
  return functions.get(name)
}

function statementsOf(table: Identifier, name: string): CompatStatement[] {
  const { __compat: _, ...entries } = table
  return Object.entries(entries).flatMap(([key, entry]) => {
    const own = key === name && entry.__compat ? [entry.__compat] : []
    return [...own, ...statementsOf(entry, name)]
  })
}

function lackedBy({ support }: CompatStatement): string[] {
  return OLDEST.flatMap(([browser, version]) => {
    const statements = [support[browser] ?? []].flat()
    return statements.some(statement => isIn(statement, version)) ? [] : [browser]
  })
}

function isIn(
  { version_added: added, version_removed: removed, flags }: SimpleSupportStatement,
  version: string,
): boolean {
  if (typeof added !== 'string' || added === 'preview' || removed || flags) return false
  return added.replace('≤', '').localeCompare(version, 'en', { numeric: true }) <= 0
}
