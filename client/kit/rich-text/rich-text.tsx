import { Fragment, type ReactNode, useMemo } from 'react'
import css from './rich-text.module.css'

/** What simple markup may say; anything else of a text is shown as the words it holds. */
const PLAIN_ELEMENTS = ['STRONG', 'B', 'EM', 'I', 'BR', 'P', 'UL', 'OL', 'LI', 'SMALL'] as const
type PlainElement = Lowercase<(typeof PLAIN_ELEMENTS)[number]>

const SAFE_ADDRESS = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i

/**
 * A text with simple markup, such as a translation that an organiser may have reworded. It is read as a document of its
 * own and rebuilt from the few elements we know, so that nothing in it can run.
 */
export function RichText({ html }: { readonly html: string }) {
  return useMemo(() => rebuilt(new DOMParser().parseFromString(html, 'text/html').body), [html])
}

/** Makes a value safe as an argument inside a text with markup. */
export function asPlainText(value: string): string {
  return value.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

function rebuilt(parent: Node): ReactNode {
  return Array.from(parent.childNodes, (node, position) => <Fragment key={position}>{rebuiltNode(node)}</Fragment>)
}

function rebuiltNode(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || node.matches('script, style, template')) return null
  if (node instanceof HTMLAnchorElement) return rebuiltLink(node)
  const tag = node.tagName.toLowerCase()
  if (!isPlain(tag)) return rebuilt(node)
  const Tag = tag
  return Tag === 'br' ? <br /> : <Tag>{rebuilt(node)}</Tag>
}

function rebuiltLink(link: HTMLAnchorElement): ReactNode {
  const address = link.getAttribute('href') ?? ''
  if (!SAFE_ADDRESS.test(address)) return rebuilt(link)
  return <a href={address}>{rebuilt(link)}</a>
}

function isPlain(tag: string): tag is PlainElement {
  return PLAIN_ELEMENTS.some(one => one.toLowerCase() === tag)
}

/** Text that the server has made safe, unchanged. */
export function Html({ html, lang, compact = false }: HtmlProps) {
  if (html.trim() === '') return null
  return (
    <div
      className={css.html}
      dir="auto"
      lang={lang}
      data-compact={compact || undefined}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

type HtmlProps = {
  readonly html: string
  /** Where it isn't that of the page. */
  readonly lang?: string | undefined
  readonly compact?: boolean
}
