const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** An element: attributes and text are escaped, children are elements already. Absent attributes are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: string | readonly string[] = '',
): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escaped(value)}"`,
  )
  const inner = typeof content === 'string' ? escaped(content) : content.join('')
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
}

/** Control characters can't appear in XML, not even escaped. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, character => ENTITIES[character] ?? character)
}

/** XML in the order it is read. */

export function node(name: string, ...children: readonly string[]): string {
  return element(name, {}, children)
}

export function leaf(name: string, value: string, attributes: Readonly<Record<string, string>> = {}): string {
  return element(name, attributes, value)
}

/** Left out when there is nothing to say. */
export function optional(name: string, value: string | null): string {
  return value === null || value === '' ? '' : leaf(name, value)
}
