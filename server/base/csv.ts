/**
 * Comma-separated values (RFC 4180); what a spreadsheet would take for a formula is told as text: no number that is meant as one
 * may begin with a minus.
 */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map(row => row.map(cell).join(',')).join('\r\n')

function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
