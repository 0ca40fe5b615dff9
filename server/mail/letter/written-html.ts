/** The styles of a mail that text of an organiser takes. */
type Styles = {
  readonly paragraph: string
  readonly heading: string
  readonly address: string
  readonly addressLink: string
}

/**
 * Safe HTML of server/foundation/markdown as mails show it: every style on its element, and no picture, because a mail
 * loads nothing; what it is read as stays.
 */
export function writtenHtml(html: string, style: Styles): string {
  const small = 'margin:0 0 16px;padding-left:24px'
  const styles: Readonly<Record<string, string>> = {
    p: style.paragraph,
    ul: `${style.paragraph};${small}`,
    ol: `${style.paragraph};${small}`,
    blockquote: `${style.paragraph};${small}`,
    pre: `${style.paragraph};white-space:pre-wrap`,
    table: `${style.paragraph};border-collapse:collapse`,
    th: 'padding:4px 16px 4px 0;text-align:start',
    td: 'padding:4px 16px 4px 0;text-align:start',
  }
  return html
    .replaceAll(/<img\b[^>]*?(?:\balt="([^"]*)"[^>]*)?>/g, (_, alt: string = '') => alt)
    .replaceAll(/<h[1-6]>/g, `<h2 class="ink" style="${style.heading}">`)
    .replaceAll(/<\/h[1-6]>/g, '</h2>')
    .replaceAll(/<a /g, '<a class="ink" style="color:inherit;font-weight:700" ')
    .replaceAll(/<(p|ul|ol|blockquote|pre|table|th|td)(?=[ >])/g, (_, tag: string) => {
      return `<${tag} class="ink" style="${styles[tag] ?? ''}"`
    })
}
