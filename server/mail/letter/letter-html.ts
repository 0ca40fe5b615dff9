import { counted } from '#domain/foundation/language/counted.ts'
import { directionOf } from '#server/foundation/language/languages.ts'
import { escapeHtml } from '#domain/foundation/text/escape-html.ts'
import { DARK_STYLES, style } from './letter-style.ts'
import type { Block, Fact, FooterLine, Letter, OrderLine, TitledLink } from './letter.ts'

/**
 * The letter as an HTML page for mail programs: tables and inline styles, because that is what they all understand;
 * dark colours where the reader's are. It loads nothing: no image, no font, nothing that reveals that the mail was
 * opened.
 */
export function letterHtml(letter: Letter): string {
  const { language, subject, eyebrow, title, blocks, footer } = letter
  const card = [
    `<p class="accent" style="${style.eyebrow}">${escapeHtml(eyebrow)}</p>`,
    `<h1 class="ink" style="${style.title}">${escapeHtml(title)}</h1>`,
    ...blocks.map(blockHtml),
  ].join('\n')
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK_STYLES}</style>
</head>
<body class="paper" style="${style.body}">
<table class="paper" ${LAYOUT} ${WIDE} style="${style.page}">
<tr><td align="center" style="${style.pageCell}">
<table class="card" ${LAYOUT} ${WIDE} style="${style.card}">
<tr><td class="inset" style="${style.cardCell}">
${card}
</td></tr></table>
<table ${LAYOUT} ${WIDE} style="${style.footer}">
<tr><td class="soft inset" style="${style.footerCell}">
${footer.map(line => `<p class="soft" style="${style.footerLine}">${footerLineHtml(line)}</p>`).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** Mail programs lay out by tables; this attribute has screen readers skip those without a meaning. */
const LAYOUT = 'role="presentation"'
const WIDE = 'width="100%" cellpadding="0" cellspacing="0" border="0"'

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="${style.paragraph}">${escapeHtml(block.text)}</p>`
    case 'notice':
      return noticeHtml(block.title, block.facts)
    case 'facts':
      return `<div class="line" style="${style.facts}">${block.facts.map(factHtml).join('\n')}</div>`
    case 'order':
      return orderHtml(block)
    case 'links':
      return `<div class="line" style="${style.facts}">${block.links.map(linkHtml).join('\n')}</div>`
    case 'action':
      return actionHtml(block.label, block.url)
    default:
      return block satisfies never
  }
}

/** The address comes below, as that of an action does. */
function footerLineHtml(line: FooterLine): string {
  if (typeof line === 'string') return escapeHtml(line)
  const link = (text: string): string =>
    `<a class="soft" href="${escapeHtml(line.url)}" style="${style.addressLink}">${escapeHtml(text)}</a>`
  return `${link(line.label)}<br>${link(line.url)}`
}

function factHtml({ label, value }: Fact): string {
  return (
    `<p class="soft" style="${style.label}">${escapeHtml(label)}</p>` +
    `<p class="ink" style="${style.value}">${linesHtml(value)}</p>`
  )
}

/** Each line in its own direction: a name in Arabic does not turn what is beside it. */
function linesHtml(lines: readonly string[]): string {
  return lines.map(line => `<bdi>${escapeHtml(line)}</bdi>`).join('<br>')
}

/** Read aloud, a link says what it is of; its address comes below it, as that of an action does. */
function linkHtml({ title, lines, url }: TitledLink): string {
  const address = escapeHtml(url)
  return (
    `<p class="ink" style="${style.link}">` +
    `<a class="ink" href="${address}" style="${style.linkTitle}"><bdi>${escapeHtml(title)}</bdi></a></p>` +
    (lines.length > 0 ? `<p class="soft" style="${style.linkLines}">${linesHtml(lines)}</p>` : '') +
    addressHtml(address)
  )
}

function noticeHtml(title: string, facts: readonly Fact[]): string {
  return (
    `<table class="notice" ${LAYOUT} ${WIDE} style="${style.notice}">` +
    `<tr><td style="${style.noticeCell}"><p class="warm" style="${style.noticeTitle}">${escapeHtml(title)}</p>` +
    `${facts.map(noticeFactHtml).join('')}</td></tr></table>`
  )
}

function noticeFactHtml({ label, value }: Fact): string {
  return (
    `<p class="warm" style="${style.noticeLabel}">${escapeHtml(label)}</p>` +
    `<p class="warm" style="${style.noticeValue}">${linesHtml(value)}</p>`
  )
}

function orderHtml({ title, lines, taxes, total }: Extract<Block, { kind: 'order' }>): string {
  return (
    `<h2 class="ink" style="${style.heading}">${escapeHtml(title)}</h2>` +
    `<table class="ink" ${WIDE} style="${style.order}">` +
    `${lines.map(lineHtml).join('')}${taxes.map(taxHtml).join('')}${total ? totalHtml(total) : ''}</table>`
  )
}

function lineHtml({ name, quantity, amount }: OrderLine): string {
  const what = counted(quantity, `<bdi>${escapeHtml(name)}</bdi>`)
  return row('ink', { what, how: escapeHtml(amount ?? '') }, { what: style.orderName, how: style.orderAmount })
}

function taxHtml({ label, value }: Fact): string {
  return row('soft', escapedFact(label, value), { what: style.taxName, how: style.taxAmount })
}

function totalHtml({ label, value }: Fact): string {
  return row('ink line', escapedFact(label, value), { what: style.totalName, how: style.totalAmount })
}

type Cells = { readonly what: string; readonly how: string }

function escapedFact(label: string, value: readonly string[]): Cells {
  return { what: escapeHtml(label), how: escapeHtml(value.join(' ')) }
}

function row(colours: string, html: Cells, styles: Cells): string {
  return (
    `<tr><th scope="row" class="${colours}" align="left" style="${styles.what}">${html.what}</th>` +
    `<td class="${colours}" align="right" style="${styles.how}">${html.how}</td></tr>`
  )
}

/** The address comes below the button too, for readers whose mail program shows no links. */
function actionHtml(label: string, url: string): string {
  const address = escapeHtml(url)
  return (
    `<table ${LAYOUT} style="${style.action}"><tr>` +
    `<td class="button" style="${style.button}">` +
    `<a class="button-label" href="${address}" style="${style.buttonLabel}">${escapeHtml(label)}</a>` +
    `</td></tr></table>` +
    addressHtml(address)
  )
}

/** @param address As HTML. */
function addressHtml(address: string): string {
  return (
    `<p class="soft" style="${style.address}">` +
    `<a class="soft" href="${address}" style="${style.addressLink}">${address}</a></p>`
  )
}
