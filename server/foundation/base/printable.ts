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
