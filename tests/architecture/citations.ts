/**
 * Citations of the rules in `docs/rules/`, and of decisions: what code and docs cite, and what is there to be cited. A target is written
 * `<file without .md> <section>`, with the item after it: `pricing-and-stock 13 Q5`, `pricing-and-stock 4.5 rule 7`. Members of
 * the wire are cited by name: `wire Shop calendar`.
 */

export type Citation = { readonly file: string; readonly text: string; readonly targets: readonly string[] }

type Book = {
  /** What a citation begins with. Every place that has it must be readable. */
  readonly mention: RegExp
  /** The whole citation; the last group is its list of sections. */
  readonly citation: RegExp
  readonly targets: (found: RegExpExecArray) => readonly string[]
}

const SEPARATOR = String.raw`(?:, |; | and )`
const NUMBERS = String.raw`\d+(?:${SEPARATOR}\d+)*`
const listOf = (item: string): string => `${item}(?:${SEPARATOR}${item})*`
const RULE = String.raw`(?:\d+(?:\.\d+)?|Q\d+|rules? \d+)(?![\d.]*\d)`
const LETTERED = String.raw`[A-N](?:\.\d+){0,2}\b`

const BOOKS: readonly Book[] = [
  {
    mention: /[Dd]omain rules/g,
    citation: new RegExp(`[Dd]omain rules (${listOf(RULE)})`, 'y'),
    targets: ([, list = '']) => rulesIn(list),
  },
  {
    mention: /[Ll]ifecycle (?=[A-Z]\b)/g,
    citation: new RegExp(`[Ll]ifecycle (${listOf(LETTERED)})`, 'y'),
    targets: ([, list = '']) => split(list).map(section => `lifecycle-and-payments ${section}`),
  },
  {
    mention: /(?:[Ss]hop|[Bb]ooking) contract(?=, ["/A-Za-z])(?!, section)/g,
    citation: /([Ss]hop|[Bb]ooking) contract, "?([\w/ -]+?)"?(?= with |[),.;?])/y,
    targets: ([, half = '', member = '']) => [`wire ${capitalised(half)} ${member}`],
  },
  {
    mention: /(?:[Ss]hop|[Bb]ooking) contract(?!, (?!section)["/A-Za-z])/g,
    citation: new RegExp(`([Ss]hop|[Bb]ooking) contract,?(?: section)? (${NUMBERS})`, 'y'),
    targets: ([, half = '', list = '']) => split(list).map(section => `wire ${capitalised(half)} ${section}`),
  },
  {
    mention: /[Oo]rganiser contract/g,
    citation: /[Oo]rganiser contract(?:[,:] ([\w ]+?)(?=\)))?/y,
    targets: ([, member]) => [member === undefined ? 'wire Organiser' : `wire Organiser ${member}`],
  },
  {
    mention: /\bdecision (?=\d)/g,
    citation: /decision (\d+)/y,
    targets: ([, number = '']) => [`decisions ${number}`],
  },
  {
    // "(contract, observed)": which part?
    mention: /\(contract[,:)]/g,
    citation: /(?!)/y,
    targets: () => [],
  },
  {
    mention: /(?<!names:)\bspecification\b(?= \(|, b| of b)/g,
    citation: new RegExp(String.raw`specification(?:,| \(| of) ?(booking|browsing),?(?: point)? (${NUMBERS})`, 'y'),
    targets: ([, half = '', list = '']) => split(list).map(section => `specification ${capitalised(half)} ${section}`),
  },
  {
    mention: /design section/g,
    citation: new RegExp(`design sections? (${NUMBERS})`, 'y'),
    targets: ([, list = '']) => split(list).map(section => `design ${section}`),
  },
]

const split = (list: string): string[] => list.split(new RegExp(SEPARATOR))
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** `4.5, rules 5 and 6` are items of 4.5; in `rules 5 and 6` the 6 follows a rule and is one, too. */
function rulesIn(list: string): string[] {
  let section = ''
  let isRule = false
  return split(list).map(part => {
    const rule = /^rules? (\d+)$/.exec(part)?.[1] ?? (isRule && /^\d+$/.test(part) ? part : undefined)
    isRule = rule !== undefined
    if (rule !== undefined) return `pricing-and-stock ${section} rule ${rule}`
    if (part.startsWith('Q')) return `pricing-and-stock ${section} ${part}`
    section = part
    return `pricing-and-stock ${section}`
  })
}

/** A citation may go on in the next line of a comment. */
const asOneLine = (source: string): string => source.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, ' ')

/** Every citation in a text. One that can't be read has no targets. */
export function citationsIn(file: string, source: string): Citation[] {
  const line = asOneLine(source)
  return BOOKS.flatMap(({ mention, citation, targets }) =>
    Array.from(line.matchAll(mention), ({ index }) => {
      citation.lastIndex = index
      const found = citation.exec(line)
      return { file, text: found?.[0] ?? line.slice(index, index + 40), targets: found ? targets(found) : [] }
    }),
  )
}

/** What a page of rules has to offer: numbered sections and items, decisions (Q5), and named members of the wire. */
export function targetsOf(book: string, page: string): string[] {
  let section = ''
  return page.split('\n').flatMap(line => {
    const heading = /^#{2,4} ((?:Shop|Booking|Browsing) \d+|Organiser|\d+(?:\.\d+)?|[A-N](?:\.\d+)*)\.? /.exec(
      `${line} `,
    )?.[1]
    if (heading !== undefined) {
      section = heading
      return [`${book} ${section}`]
    }
    const rule = /^(\d+)\. /.exec(line)?.[1]
    if (rule !== undefined) return [`${book} ${section} rule ${rule}`]
    const member = /^- \*\*([\w/ -]+)\*\*: /.exec(line)?.[1]
    if (member !== undefined && book === 'wire') return [`wire ${section.split(' ')[0]} ${member}`]
    const decision = /^\| (Q\d+) \|/.exec(line)?.[1]
    return decision === undefined ? [] : [`${book} ${section} ${decision}`]
  })
}
