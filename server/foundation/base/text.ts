import { timingSafeEqual } from 'node:crypto'

/**
 * Comma-separated values (RFC 4180). A value that a spreadsheet would read as a formula is written as text; a plain
 * number with a minus is none.
 */
export const csv = (rows: readonly (readonly string[])[], separator: Separator = ','): string =>
  rows.map(row => row.map(cell).join(separator)).join('\r\n')

export type Separator = ',' | ';'

/** What Excel divides columns by where it is set to this language: it takes no other separator when a file is double-clicked. */
export const separatorIn = (language: string): Separator => (/^en\b/.test(language) ? ',' : ';')

/** A file that spreadsheets open with its letters and columns: with the mark of UTF-8, and a line end after each row. */
export const spreadsheet = (rows: readonly (readonly string[])[], separator: Separator): string =>
  `\u{feff}${csv(rows, separator)}\r\n`

function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/**
 * Control characters (C0 and C1, so escapes to a terminal too), line separators that are no line ends, and what turns
 * the direction of writing or shows nothing: all that can make a terminal show something else than what is there. A
 * joiner of letters or emoji (U+200C, U+200D) is part of words and stays.
 */
const TREACHEROUS =
  /\r(?!\n)|[^\P{Cc}\r\n\t]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/** The text as a terminal may show it: what could deceive is written as its number, `\u{1b}`. Line ends stay. */
export function printable(text: string): string {
  return text.replace(TREACHEROUS, character => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

/** The same on one line: a line end within the text is written as its number too. */
export function printableLine(text: string): string {
  return printable(text).replaceAll(/\r?\n/g, '\\n').replaceAll('\t', '\\t')
}

/** Compares in a time that doesn't reveal how much of a text is right; that it is too long or too short may show. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
