import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { type Say, type Texts, sayIn } from '#server/foundation/language/texts.ts'
import {
  type Block,
  type ComposedMail,
  type Fact,
  type FooterLine,
  type Letter,
  type MailContext,
  type OrderLine,
  type TitledLink,
  footer,
  notice,
} from './letter.ts'
import { counted } from '#domain/foundation/language/texts.ts'
import { directionOf } from '#server/foundation/language/languages.ts'
import type { Accent } from '#domain/foundation/colour.ts'
import type { MailLook } from './mail-look.ts'
import { SHOP_LOGO_ID } from './message.ts'
import { writtenHtml } from './written-html.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'

/** Both parts of the letter without lists that are empty, and a subject on one line whatever a name in it contains. */
export function composed(whole: Letter): ComposedMail {
  const letter = { ...whole, blocks: whole.blocks.filter(hasContent) }
  return { subject: cleanLine(letter.subject), text: letterText(letter), html: letterHtml(letter) }
}

function hasContent(block: Block): boolean {
  if (block.kind === 'facts') return block.facts.length > 0
  return block.kind !== 'buttons' || block.links.length > 0
}

/** What one mail about an event or a pass says of its own. */
type Words = {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Why the reader gets the mail. */
  readonly why: string
  /** An organiser does not read whom to ask. */
  readonly isForOrganiser?: boolean
  /** Lines of the small print before and after whom to ask and why. */
  readonly before?: readonly FooterLine[]
  readonly after?: readonly FooterLine[]
}

/** The texts of a mail, and the look of the shop that sends it; without one it has ours. */
export type MailTexts = Pick<Texts, 'text'> & {
  readonly look?: MailLook
  /** What is said first of one that is about nothing real; left out of all others. */
  readonly example?: string
}

/** A mail about an event or a pass, in the language of its facts: `write` has the words of its own. */
export function letter<Facts extends MailContext>(write: (facts: Facts, say: Say) => Words) {
  return (facts: Facts, texts: MailTexts): ComposedMail => {
    const say = sayIn(texts, facts.language)
    const { subject, title, blocks, why, isForOrganiser = false, before = [], after = [] } = write(facts, say)
    const usual = footer(facts, why, say).slice(isForOrganiser ? 1 : 0)
    const { language, eventName: eyebrow } = facts
    const { look, example } = texts
    return composed({
      language,
      subject,
      eyebrow,
      title,
      blocks: example === undefined ? blocks : [notice(example), ...blocks],
      footer: [...before, ...usual, ...after],
      look,
    })
  }
}

/**
 * The letter as an HTML page for mail programs: tables and inline styles, because that is what they all understand;
 * dark colours where the reader's are. It loads nothing: no font, no image but those that it carries, nothing that reveals
 * that the mail was opened.
 */
function letterHtml(letter: Letter): string {
  const { language, subject, eyebrow, title, blocks, footer, look } = letter
  const accent = look?.accent ?? OUR_ACCENT
  const card = [
    `<p class="accent" style="${style.eyebrow};color:${accent.light}">${escapeHtml(eyebrow)}</p>`,
    `<h1 class="ink" style="${style.title}">${escapeHtml(title)}</h1>`,
    ...blocks.map(block => blockHtml(block, accent)),
  ].join('\n')
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles(accent)}</style>
</head>
<body class="paper" style="${style.body}">
<table class="paper" ${LAYOUT} ${WIDE} style="${style.page}">
<tr><td align="center" style="${style.pageCell}">
${look?.hasLogo ? logoHtml(look.shopName) : ''}<table class="card" ${LAYOUT} ${WIDE} style="${style.card}">
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

function blockHtml(block: Block, accent: Accent): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="${style.paragraph}">${escapeHtml(block.text)}</p>`
    case 'written':
      return writtenHtml(block.html, style)
    case 'notice':
      return noticeHtml(block.title, block.facts)
    case 'facts':
      return `<div class="line" style="${style.facts}">${block.facts.map(factHtml).join('\n')}</div>`
    case 'order':
      return orderHtml(block)
    case 'links':
      return `<div class="line" style="${style.facts}">${block.links.map(linkHtml).join('\n')}</div>`
    case 'picture':
      return pictureHtml(block)
    case 'buttons':
      return buttonsHtml(block.links)
    case 'action':
      return actionHtml(block, accent)
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

/** On white in the dark as well: a logo is drawn for paper. Where pictures are off, its name is read. */
const logoHtml = (shopName: string): string =>
  `<table ${LAYOUT} style="${style.logo}"><tr><td style="${style.pictureCell}">` +
  `<img src="cid:${SHOP_LOGO_ID}" alt="${escapeHtml(shopName)}" height="40" style="${style.logoImage}"></td></tr></table>\n`

/** White in the dark as well: cameras read it. The caption says what it is to all readers, also where pictures are off. */
function pictureHtml({ contentId, caption, side }: Extract<Block, { kind: 'picture' }>): string {
  return (
    `<table ${LAYOUT} style="${style.picture}"><tr><td style="${style.pictureCell}">` +
    `<img src="cid:${escapeHtml(contentId)}" alt="" width="${side}" height="${side}" ` +
    `style="${style.image}"></td></tr></table>` +
    `<p class="soft" style="${style.caption}">${escapeHtml(caption)}</p>`
  )
}

/** Quiet ones: they wrap where there is no room. Their addresses are in the text of the mail. */
function buttonsHtml(links: readonly { readonly label: string; readonly url: string }[]): string {
  const one = ({ label, url }: (typeof links)[number]) =>
    `<a class="ink line" href="${escapeHtml(url)}" style="${style.quietButton}">${escapeHtml(label)}</a>`
  return `<p style="${style.quietButtons}">${links.map(one).join(' ')}</p>`
}

/** The address comes below the button too, for readers whose mail program shows no links. */
function actionHtml({ label, url }: Extract<Block, { kind: 'action' }>, accent: Accent): string {
  const address = escapeHtml(url)
  return (
    `<table ${LAYOUT} style="${style.action}"><tr>` +
    `<td class="button" style="${style.button};background:${accent.light}">` +
    `<a class="button-label" href="${address}" style="${style.buttonLabel};color:${accent.onLight}">${escapeHtml(label)}</a>` +
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

/** Paper and ink as on our pages; mail programs want every style on its element. */
const PAPER = '#f7f4ee'
const CARD = '#fffdf9'
const INK = '#1d1a16'
const SOFT = '#615a50'
const LINE = '#e2dbcf'
/** Of a shop without a colour of its own. */
const OUR_ACCENT: Accent = { light: '#a8321a', onLight: '#ffffff', dark: '#ff9d7e', onDark: '#2a0d05' }
const WARM_GROUND = '#fdf0d2'
const WARM = '#6b4300'
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`

const WRAP = 'overflow-wrap:anywhere'
const NO_WRAP = 'white-space:nowrap'
const DIGITS = 'font-variant-numeric:tabular-nums'

const style = {
  body: `margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%`,
  page: `background:${PAPER}`,
  pageCell: 'padding:32px 12px',
  card: `max-width:560px;background:${CARD};border:1px solid ${LINE};border-radius:16px;border-collapse:separate`,
  cardCell: 'padding:32px;text-align:start',
  eyebrow: `margin:0 0 6px;${FONT};font-size:15px;line-height:1.4;font-weight:700;${WRAP}`,
  title: `margin:0 0 20px;${FONT};font-size:28px;line-height:1.2;font-weight:700;color:${INK};${WRAP}`,
  heading: `margin:28px 0 8px;${FONT};font-size:18px;line-height:1.3;font-weight:700;color:${INK}`,
  paragraph: `margin:0 0 16px;${FONT};font-size:17px;line-height:1.55;color:${INK};${WRAP}`,
  facts: `margin:24px 0 0;padding:4px 0 0;border-top:2px dashed ${LINE}`,
  label: `margin:16px 0 2px;${FONT};font-size:14px;line-height:1.4;color:${SOFT}`,
  value: `margin:0;${FONT};font-size:17px;line-height:1.45;color:${INK};${WRAP}`,
  notice: `margin:8px 0 20px;background:${WARM_GROUND};border-radius:12px;border-collapse:separate`,
  noticeCell: 'padding:18px 20px',
  noticeTitle: `margin:0;${FONT};font-size:17px;line-height:1.4;font-weight:700;color:${WARM}`,
  noticeLabel: `margin:12px 0 1px;${FONT};font-size:14px;line-height:1.4;color:${WARM}`,
  noticeValue: `margin:0;${FONT};font-size:17px;line-height:1.4;font-weight:600;color:${WARM};${WRAP}`,
  picture: 'margin:8px 0 20px;background:#ffffff;border-radius:12px;border-collapse:separate',
  pictureCell: 'padding:8px',
  logo: 'margin:0 0 16px;background:#ffffff;border-radius:12px;border-collapse:separate',
  logoImage: `display:block;border:0;height:40px;width:auto;max-width:240px;${FONT};font-weight:700;color:${INK}`,
  caption: `margin:-12px 0 20px;${FONT};font-size:14px;line-height:1.45;color:${SOFT};${WRAP}`,
  image: 'display:block;border:0;max-width:100%;height:auto',
  order: `border-collapse:collapse;${FONT};font-size:17px;line-height:1.45;color:${INK}`,
  orderName: `padding:5px 16px 5px 0;font-weight:400;text-align:start;vertical-align:top;${WRAP}`,
  orderAmount: `padding:5px 0;text-align:end;vertical-align:top;${NO_WRAP};${DIGITS}`,
  taxName: `padding:5px 16px 5px 0;font-size:15px;font-weight:400;text-align:start;color:${SOFT}`,
  taxAmount: `padding:5px 0;font-size:15px;text-align:end;${NO_WRAP};color:${SOFT};${DIGITS}`,
  totalName: `padding:10px 16px 10px 0;border-top:1px solid ${LINE};font-weight:700;text-align:start`,
  totalAmount: `padding:10px 0;border-top:1px solid ${LINE};font-weight:700;text-align:end;${NO_WRAP};${DIGITS}`,
  action: 'margin:28px 0 0;border-collapse:separate',
  button: 'border-radius:99px',
  buttonLabel:
    `display:inline-block;padding:14px 28px;${FONT};font-size:17px;line-height:1.3;font-weight:700;` +
    'text-decoration:none',
  quietButtons: `margin:16px 0 0;${FONT};font-size:15px;line-height:1`,
  quietButton:
    `display:inline-block;margin:8px 8px 0 0;padding:12px 18px;border:1px solid ${LINE};border-radius:99px;` +
    `font-weight:600;line-height:1.2;color:${INK};text-decoration:none`,
  link: `margin:20px 0 2px;${FONT};font-size:17px;line-height:1.4;${WRAP}`,
  linkTitle: `color:${INK};font-weight:700;text-decoration:underline`,
  linkLines: `margin:0;${FONT};font-size:15px;line-height:1.45;color:${SOFT};${WRAP}`,
  address: `margin:10px 0 16px;${FONT};font-size:13px;line-height:1.45;color:${SOFT};${WRAP};word-break:break-word`,
  addressLink: `color:${SOFT};text-decoration:underline`,
  footer: 'max-width:560px',
  footerCell: 'padding:18px 32px 0;text-align:start',
  footerLine: `margin:0 0 6px;${FONT};font-size:14px;line-height:1.5;color:${SOFT};${WRAP}`,
} as const

/** What only a style sheet can say; programs that ignore it show the light letter. */
const darkStyles = ({ dark, onDark }: Accent): string => `
@media (max-width:480px){.inset{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.paper{background:#161412!important}.card{background:#211e1b!important;border-color:#3a352f!important}
.ink{color:#f3eee6!important}.soft{color:#b5ab9d!important}.accent{color:${dark}!important}
.line{border-color:#3a352f!important}
.notice{background:#3a2c0d!important}.warm{color:#ffd27a!important}
.button{background:${dark}!important}.button-label{color:${onDark}!important}
}`

/** The letter as plain text: as complete as the drawn one. */
function letterText({ eyebrow, title, blocks, footer }: Letter): string {
  const head = [eyebrow, title].filter(line => line !== '').join('\n')
  return [head, ...blocks.map(blockText), ['-- ', ...footer.map(footerLineText)].join('\n')].join('\n\n') + '\n'
}

const footerLineText = (line: FooterLine): string => (typeof line === 'string' ? line : `${line.label}: ${line.url}`)

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'written':
      return block.text
    case 'notice':
      return [`${block.title}`, ...block.facts.map(factText)].join('\n')
    case 'facts':
      return block.facts.map(factText).join('\n')
    case 'order':
      return orderText(block)
    case 'links':
      return block.links.map(({ title, lines, url }) => [title, ...lines, url].join('\n')).join('\n\n')
    case 'picture':
      return block.caption
    case 'buttons':
      return block.links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n')
    case 'action':
      return `${block.label}:\n${block.url}`
    default:
      return block satisfies never
  }
}

function orderText({ title, lines, taxes, total }: Extract<Block, { kind: 'order' }>): string {
  return [title, ...lines.map(lineText), ...taxes.map(factText), ...(total ? [factText(total)] : [])].join('\n')
}

/** Several lines of a value start below each other. */
function factText({ label, value }: Fact): string {
  return value.length === 1 ? `${label}: ${value[0]}` : [`${label}:`, ...value.map(line => `  ${line}`)].join('\n')
}

function lineText({ name, quantity, amount }: OrderLine): string {
  return amount === null ? `${quantity} × ${name}` : `${quantity} × ${name}: ${amount}`
}
