import { inflateSync } from 'node:zlib'
import { readPdf } from './read-pdf.ts'
import type { Tag, TaggedPage } from './read-tags.ts'

/** What of PDF/UA-1 (ISO 14289-1) a machine can check without its meaning, for tests; none: no fault was found. */
export async function accessibilityFaults(bytes: Uint8Array): Promise<string[]> {
  const pdf = await readPdf(bytes, { findsCode: false })
  const file = Buffer.from(bytes).toString('latin1')
  const tags = pdf.structure.flatMap(page => page.tags.flatMap(withDescendants))
  const claims = {
    isTagged: pdf.isTagged,
    ua: pdf.claimsAccessibility,
    title: pdf.title !== '',
    language: pdf.language !== '',
  }
  return [
    ...Object.entries(claims).flatMap(([claim, isMade]) => (isMade ? [] : [`7.1: no ${claim}`])),
    ...(file.includes('/DisplayDocTitle true') ? [] : ['7.1: the title is not shown']),
    ...(/<dc:title>/.test(file) ? [] : ['7.1: no title in the metadata']),
    ...pdf.missingFonts.map(font => `7.21: ${font} is not inside`),
    ...pdf.structure.flatMap(contentFaults),
    ...headingFaults(tags),
    ...tags.flatMap(tag => [...typeFaults(tag), ...figureFaults(tag)]),
    ...tableFaults(tags),
    ...linkFaults(tags, file),
    ...(emptyGlyphs(bytes) === 0 ? [] : ['7.21.8: a letter has no glyph']),
  ]
}

function withDescendants(tag: Tag): Tag[] {
  return [tag, ...tag.children.flatMap(withDescendants)]
}

function contentFaults({ tags, marked, loose }: TaggedPage): string[] {
  const held = new Set(tags.flatMap(withDescendants).flatMap(({ content }) => content))
  const lost = marked.filter(number => !held.has(number))
  return [
    ...(loose === 0 ? [] : [`7.1: ${loose} pieces are neither content nor decoration`]),
    ...lost.map(number => `7.1: piece ${number} is in no element`),
  ]
}

const TYPES = [
  'Document',
  'Div',
  'P',
  'Span',
  'Link',
  'H1',
  'H2',
  'Figure',
  'Table',
  'THead',
  'TBody',
  'TR',
  'TH',
  'TD',
]

function typeFaults({ type }: Tag): string[] {
  return TYPES.includes(type) ? [] : [`7.1: ${type} is not among the types we use`]
}

/** The first is of level 1, and no level is skipped. */
function headingFaults(tags: readonly Tag[]): string[] {
  const levels = tags.flatMap(({ type }) => (/^H\d$/.test(type) ? [Number(type.slice(1))] : []))
  if (levels.length === 0) return ['7.4: no heading']
  return levels.flatMap((level, index) =>
    level > (levels[index - 1] ?? 0) + 1 ? [`7.4: H${level} skips a level`] : [],
  )
}

function figureFaults({ type, alternative }: Tag): string[] {
  return type === 'Figure' && alternative === '' ? ['7.3: a picture without words'] : []
}

/** No document of ours has two tables; of one that goes on, each page has its own rows, and the first page the head. */
function tableFaults(tags: readonly Tag[]): string[] {
  const rows = tags.filter(({ type }) => type === 'TR')
  if (rows.length === 0) return []
  const widths = new Set(rows.map(({ children }) => children.length))
  const heads = rows.flatMap(({ children }) => children.filter(({ type }) => type === 'TH'))
  return [
    ...(widths.size === 1 ? [] : ['7.5: rows of different length']),
    ...(heads.length === 0 ? ['7.5: a table without header cells'] : []),
    ...(heads.every(({ scope }) => scope === 'Column') ? [] : ['7.5: a header cell that heads nothing']),
  ]
}

/** What can be pressed is an element, on the page in the order of its elements, and says in words where it leads. */
function linkFaults(tags: readonly Tag[], file: string): string[] {
  const links = Array.from(file.matchAll(/\/Type \/Annot\s+\/Subtype \/Link[^]*?endobj/g), ([link]) => link)
  const elements = tags.filter(({ type }) => type === 'Link').length
  return [
    ...(links.length === elements ? [] : [`7.18.5: ${links.length} links, ${elements} elements`]),
    ...(links.every(link => link.includes('/Contents (')) ? [] : ['7.18.5: a link without words']),
    ...(links.length === 0 || file.includes('/Tabs /S') ? [] : ['7.18.3: links are not in the order of the elements']),
  ]
}

/** How many letters are drawn with glyph 0, the box for what a font lacks. Every font of ours has codes of two bytes. */
export function emptyGlyphs(bytes: Uint8Array): number {
  const codes = contentOf(bytes).flatMap(content =>
    Array.from(content.matchAll(/\(((?:[^\\()]|\\[^])*)\)/g), ([, text = '']) => unescaped(text)),
  )
  if (codes.length === 0) throw new Error('no letters were found in the PDF')
  return codes.reduce((sum, text) => sum + (text.match(/../gs)?.filter(code => code === '\0\0').length ?? 0), 0)
}

/** The streams that draw something. */
function contentOf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  return Array.from(file.toString('latin1').matchAll(/(?<!end)stream\r?\n/g), ({ index, 0: { length } }) => {
    const end = file.indexOf('endstream', index)
    const packed = file.subarray(index + length, end)
    try {
      return inflateSync(packed, { finishFlush: 2 }).toString('latin1')
    } catch {
      return ''
    }
  }).filter(content => content.includes('BT\n'))
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCodePoint(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  )
}
