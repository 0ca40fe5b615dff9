/** The codes of a list: the first cell of each line, without its quotation marks; blank lines and what comes twice are left out. */
export function codesOfList(text: string): readonly string[] {
  const names = text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n?|\n/)
    .map(line => (/^"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"') ?? line.split(/[;,\t]/)[0] ?? '').trim())
  return [...new Set(names.filter(name => name !== ''))]
}
