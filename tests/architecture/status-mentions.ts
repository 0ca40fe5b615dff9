/**
 * Where a source text lists the statuses of a life or compares with one. Words that other tables use too count, unless
 * the text says that one of those is meant: what is ambiguous is found, not overlooked.
 */

export type Mention = { readonly text: string; readonly of: 'life' | 'other table' | 'unknown' }

/** The statuses of the rows of one table, as the search needs them. */
export type Words = {
  /** As SQL calls the table, and what the code calls its rows. */
  readonly names: readonly string[]
  /** With the ends that are no status, such as DELETED. */
  readonly statuses: readonly string[]
  /** Those of its statuses that other tables have too, or the trail as types of its lines. */
  readonly shared: readonly string[]
}

/** The tables with a status, as SQL calls them, and what the code calls their rows. */
const TABLES: readonly string[] = [
  'reservation',
  'bought_pass',
  'ticket',
  'token',
  'additional_service_item',
  'item',
  'waiting_list_entry',
  'payment_transaction',
  'payment',
  'payment_refund',
  'refund',
]

const WORDS = `'[A-Z_]+'(?:\\s*[,|]\\s*'[A-Z_]+')`

/** `own`: words that mean the life wherever they are written. */
const mention = (own: readonly string[]): RegExp =>
  new RegExp(
    [
      // status === 'PENDING', status <> 'PENDING', set status = 'PENDING', case 'PENDING':
      `(?:[=!]==?|<>|[^=<>!]=|\\bcase|\\bis(?: not)?)\\s*${WORDS}*`,
      // .where('status', '=', 'PENDING')
      `'(?:=|==|!=|<>|is|is not)',\\s*${WORDS}*`,
      // in ('PENDING'), ['PENDING'], any(array['PENDING'])
      `(?:\\bin\\s*\\(|\\[)\\s*${WORDS}*`,
      // 'PENDING', 'COMPLETE' and 'PENDING' | 'COMPLETE'
      `${WORDS}+`,
      // { STUCK: ... }
      ...(own.length > 0 ? [`[{,]\\s*(?:${own.join('|')})\\s*:`] : []),
    ].join('|'),
    'g',
  )

export function statusMentions(source: string, life: Words): Mention[] {
  const text = withoutComments(source)
  const [all, shared] = [new Set(life.statuses), new Set(life.shared)]
  const own = all.difference(shared)
  return Array.from(text.matchAll(mention([...own]))).flatMap(({ 0: found, index }): Mention[] => {
    const words = Array.from(found.matchAll(/[A-Z_]{4,}/g), ([word]) => word)
    if (!words.some(word => all.has(word))) return []
    const of = words.some(word => own.has(word)) ? 'life' : subjectOf(words, { text, index }, life)
    return [{ text: `${text.slice(Math.max(0, index - 50), index)}${found}`.replaceAll(/\s+/g, ' ').trim(), of }]
  })
}

/** Whose status it is: that of `ticket.status` and `'ticket.status'`, else of a table that the statement names. */
function subjectOf(
  words: readonly string[],
  { text, index }: { readonly text: string; readonly index: number },
  { statuses, names: own }: Words,
): Mention['of'] {
  if (words.some(word => !statuses.includes(word))) return 'other table'
  const before = text.slice(Math.max(0, index - 1500), index)
  const [, owner] = /(\w+)\??\.status'?,?\s*(?:not\s*|'(?:not )?in',\s*)?$/.exec(before) ?? []
  const names = owner === undefined ? tablesAround(before, text.slice(index, index + 1500)) : [owner]
  if (names.some(name => own.includes(name))) return 'life'
  return names.some(name => TABLES.includes(name)) ? 'other table' : 'unknown'
}

/** A keyword that begins what a condition is about. */
const BEGINNING = /(?<!\.)\b(?:select|update|delete|insert|on conflict)\b/g

/** The tables that the statement around a place names; of a select list, the first that comes after it. */
function tablesAround(before: string, after: string): string[] {
  const open = outsideOfGroups(asSql(before))
  const start = [...open.matchAll(BEGINNING)].at(-1)?.index ?? open.length
  const statement = open.slice(start)
  if (statement.startsWith('on conflict')) return namesIn(open, /\binsert into (\w+)/g).slice(-1)
  const named = namesIn(statement, /\b(?:from|join|update|into)\s+(\w+)(?![\w(])/g)
  return named.length > 0 ? named : namesIn(after, /\bfrom\s+(\w+)/g).slice(0, 1)
}

const namesIn = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, name = '']) => name)

/** What a builder of statements is asked for, in the words of SQL. */
function asSql(text: string): string {
  return text
    .replaceAll(/\bselectFrom\(\s*'(\w+)[^)]*\)/g, ' select from $1 ')
    .replaceAll(/\bupdateTable\(\s*'(\w+)[^)]*\)/g, ' update $1 ')
    .replaceAll(/\bdeleteFrom\(\s*'(\w+)[^)]*\)/g, ' delete from $1 ')
}

/** `()` for what is in parentheses that are closed again: a subquery says nothing of what follows it. */
function outsideOfGroups(text: string): string {
  let [depth, kept] = [0, '']
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text.charAt(at)
    if (sign === ')') depth += 1
    else if (sign === '(' && depth > 0) depth -= 1
    else if (depth === 0) kept = sign + kept
    if (depth === 0 && sign === '(') kept = `()${kept}`
  }
  return kept
}

export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '')
}
