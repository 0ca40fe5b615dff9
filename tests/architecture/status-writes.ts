import { withoutComments } from './status-mentions.ts'

/**
 * What a source text does to the rows of reservations that is not to be done but by a move: a status that is written, a
 * row that is inserted or deleted. What can't be read here may write anything, and is found.
 */
export function statusWrites(source: string): string[] {
  const text = withoutComments(source)
  return [...sqlWrites(text), ...builderWrites(text)].map(found => found.replaceAll(/\s+/g, ' ').trim())
}

function sqlWrites(text: string): string[] {
  const updates = text.matchAll(/\bupdate\s+reservation\b(?:\s+as\s+\w+)?\s+set\b(.*?)(?=\bwhere\b|\bfrom\b|`)/gs)
  const others = text.matchAll(/\b(?:delete\s+from|insert\s+into|merge\s+into)\s+reservation\b/g)
  return [
    ...Array.from(updates).filter(([, set = '']) => /\bstatus\s*=|(?:^|,)\s*\$\{/.test(set)),
    ...Array.from(others),
  ].map(([found]) => found)
}

function builderWrites(text: string): string[] {
  const updates = text.matchAll(
    /\bupdateTable\(\s*'reservation[^)]*\)\s*\.set\((.*?)\)\s*\.(?:where|execute|from|returning)/gs,
  )
  const others = text.matchAll(/\b(?:deleteFrom|insertInto|mergeInto)\(\s*'reservation\b[^)]*\)/g)
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
