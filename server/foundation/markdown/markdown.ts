import { Marked, type Token, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/**
 * Markdown as safe HTML (shop contract, event description). Raw HTML shows as it is written; links with another scheme
 * than http, https, mailto and tel lose their address; absolute http(s) links open a new tab and, when `say` is given,
 * say so to users of a screen reader.
 */
export function markdownToHtml(markdown: string, say?: Say): string {
  const marked = new Marked({ gfm: true, async: false })
  marked.use({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      link({ href, tokens }) {
        return linkHtml({
          href: withoutEntities(href),
          content: this.parser.parseInline(tokens),
          text: plainInline(tokens),
          say,
        })
      },
    },
  })
  return sanitizeHtml(marked.parse(markdown, { async: false }), SAFE).trim()
}

/** Markdown as readable text: no marks, a list as dashes, an address behind the words that link to it. */
export function markdownToText(markdown: string): string {
  return plainBlocks(new Marked({ gfm: true }).lexer(markdown))
}

const SAFE: sanitizeHtml.IOptions = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'del',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel', 'aria-label'],
    img: ['src', 'alt'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
}

type Link = { href: string; content: string; text: string; say: Say | undefined }

function linkHtml({ href, content, text, say }: Link): string {
  const address = `href="${escapeHtml(href)}"`
  if (!/^https?:\/\//i.test(href)) return `<a ${address}>${content}</a>`
  const label = say ? ` aria-label="${escapeHtml(say('foyer.link.new-tab', text))}"` : ''
  return `<a ${address} target="_blank" rel="nofollow noopener noreferrer"${label}>${content}</a>`
}

function plainBlocks(tokens: readonly Token[]): string {
  return tokens
    .map(plainBlock)
    .filter(text => text !== '')
    .join('\n\n')
}

function plainBlock(token: Token): string {
  if (isKind(token, 'list')) return token.items.map((item, index) => plainItem(token, item, index)).join('\n')
  if (isKind(token, 'table')) return [token.header, ...token.rows].map(plainRow).join('\n')
  if (isKind(token, 'blockquote')) return plainBlocks(token.tokens)
  if (isKind(token, 'code')) return token.text
  if (token.type === 'space' || token.type === 'hr' || token.type === 'def') return ''
  return plainInline([token]).trim()
}

function plainItem(list: Tokens.List, item: Tokens.ListItem, index: number): string {
  const mark = list.ordered ? `${Number(list.start || 1) + index}. ` : '- '
  return (
    mark +
    plainBlocks(item.tokens)
      .replaceAll('\n\n', '\n')
      .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
  )
}

const plainRow = (cells: readonly Tokens.TableCell[]): string => cells.map(cell => plainInline(cell.tokens)).join(' | ')

function plainInline(tokens: readonly Token[]): string {
  return tokens.map(plainToken).join('')
}

function plainToken(token: Token): string {
  if (token.type === 'br') return '\n'
  if (isKind(token, 'image')) return token.text
  if (isKind(token, 'link')) return plainLink(plainInline(token.tokens), token.href)
  if ('tokens' in token && token.tokens) return plainInline(token.tokens)
  return 'text' in token && typeof token.text === 'string' ? withoutEntities(token.text) : token.raw
}

/** The words, then where they lead, unless that is what the words say. */
function plainLink(words: string, href: string): string {
  const address = href.replace(/^(mailto|tel):/i, '')
  return words === href || words === address || words === '' ? address : `${words} (${address})`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function withoutEntities(text: string): string {
  return text
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

type Kinds = {
  list: Tokens.List
  table: Tokens.Table
  blockquote: Tokens.Blockquote
  code: Tokens.Code
  image: Tokens.Image
  link: Tokens.Link
}

/** The library's token type has an open member, so that comparing `type` alone narrows nothing. */
function isKind<Kind extends keyof Kinds>(token: Token, kind: Kind): token is Kinds[Kind] {
  return token.type === kind
}

/** The text around the words of a link that opens a new tab, for screen readers. */
export type NewTab = { readonly before: string; readonly after: string }

/** As `markdownToHtml`, of plain values only, which another thread can be given. */
export function htmlWithMarks({
  markdown,
  newTab,
}: {
  readonly markdown: string
  readonly newTab: NewTab | null
}): string {
  return markdownToHtml(markdown, newTab === null ? undefined : (_key, text) => newTab.before + text + newTab.after)
}
