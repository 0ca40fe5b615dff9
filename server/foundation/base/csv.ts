/**
 * Comma-separated values (RFC 4180). A value that a spreadsheet would read as a formula is written as text, so a value
 * meant as a number may not begin with a minus.
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
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
