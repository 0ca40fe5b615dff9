import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isShort } from './scale.ts'

const FILE = new URL('../../docs/generated/benches.md', import.meta.url)

const HEAD = `# How fast, how small

Written by the benches in tools/benches/, each between its own markers. Figures of one machine on one day: compare ratios, and
compare figures only with others of the same machine.
`

/** Prints what a bench has found and puts it in the place of what it found the last time. */
export function record(name: string, title: string, lines: readonly string[]): void {
  recordIn(FILE, name, title, lines)
}

/** The same in another file than that of the benches. */
export function recordIn(file: URL, name: string, title: string, lines: readonly string[]): void {
  const text = [`## ${title}`, '', ...lines].join('\n')
  console.log(`\n${text}\n`)
  // What another checkout does is no figure of this one.
  if (isShort || process.env['FOYER_BENCH_PROJECT'] !== undefined) return
  const before = existsSync(file) ? readFileSync(file, 'utf8') : HEAD
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const section = `${begin}\n${text}\n${end}`
  const [head, rest] = split(before, begin)
  const after =
    rest === undefined ? `${before.trimEnd()}\n\n${section}\n` : `${head}${section}${split(rest, end)[1] ?? '\n'}`
  writeFileSync(file, after)
}

/** Rows of cells as a table; the first row is its head. */
export function table([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)]
}

function split(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + at.length)]
}
