import { withoutComments } from './status-mentions.ts'

/**
 * What a source text does to the rows of a table that only a move may do: a status that is written, a row that is
 * inserted or deleted. What can't be read here may write anything, and is found.
 */
export function statusWrites(source: string, table: string, parts?: Parts): string[] {
  const text = parts ? withoutParts(withoutComments(source), parts[0]) : withoutComments(source)
  return [...sqlWrites(text, table), ...builderWrites(text, table)].map(found => found.replaceAll(/\s+/g, ' ').trim())
}

function sqlWrites(text: string, table: string): string[] {
  const named = `\\s+${table}\\b`
  const updates = text.matchAll(
    new RegExp(`\\bupdate${named}(?:\\s+as\\s+\\w+)?\\s+set\\b(.*?)(?=\\bwhere\\b|\\bfrom\\b|\`)`, 'gs'),
  )
  const others = text.matchAll(new RegExp(`\\b(?:delete\\s+from|insert\\s+into|merge\\s+into)${named}`, 'g'))
  return [
    ...Array.from(updates).filter(([, set = '']) => /\bstatus\s*=|(?:^|,)\s*\$\{/.test(set)),
    ...Array.from(others),
  ].map(([found]) => found)
}

function builderWrites(text: string, table: string): string[] {
  const updates = text.matchAll(
    new RegExp(
      `\\bupdateTable\\(\\s*'${table}\\b[^)]*\\)\\s*\\.set\\((.*?)\\)\\s*\\.(?:where|execute|from|returning)`,
      'gs',
    ),
  )
  const others = text.matchAll(new RegExp(`\\b(?:deleteFrom|insertInto|mergeInto)\\(\\s*'${table}\\b[^)]*\\)`, 'g'))
  return [
    ...Array.from(updates).filter(({ 1: set = '', index }) => mayWriteStatus(set, text.slice(0, index))),
    ...Array.from(others),
  ].map(([found]) => found)
}

/** `{ validity: ... }`, `({ eb }) => ({ ... })`, or the name of an object that is written above. */
function mayWriteStatus(set: string, before: string): boolean {
  const isName = /^\w+$/.test(set)
  const literal = isName
    ? before
        .split(new RegExp(`\\bconst ${set}\\b[^=]*= `))
        .slice(1)
        .at(-1)
    : set.replace(/^.*?=> \(/s, '')
  const [written] = /^\s*\{[^}]*\}/.exec(literal ?? '') ?? []
  return written === undefined || /\bstatus\b|\.\.\./.test(written)
}

/** The functions that write the columns of a move, and the condition for what it may move. */
type Parts = readonly [moved: string, movable: string]

const calls = (name: string) => new RegExp(`\\b${name}\\(\\s*([^,)]+)`, 'g')

/** `update ticket set ${sql.raw(movedTicket('hold'))}, ...` without what writes the columns of the move. */
const withoutParts = (text: string, moved: string): string =>
  text.replaceAll(new RegExp(`\\$\\{(?:sql\\.raw\\()?${moved}\\([^()]*\\)\\)?\\}`, 'g'), '')

/** Moves whose columns a source text writes without the condition for what they may move. */
export function unconditionalMoves(source: string, [moved, movable]: Parts): string[] {
  const text = withoutComments(source)
  const of = (name: string) => new Set(Array.from(text.matchAll(calls(name)), ([, move = '']) => move))
  return [...of(moved).difference(of(movable))]
}
