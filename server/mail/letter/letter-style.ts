/** Paper and ink as on our pages; mail programs want every style on its element. */
const PAPER = '#f7f4ee'
const CARD = '#fffdf9'
const INK = '#1d1a16'
const SOFT = '#615a50'
const LINE = '#e2dbcf'
const ACCENT = '#a8321a'
const WARM_GROUND = '#fdf0d2'
const WARM = '#6b4300'
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`

const WRAP = 'overflow-wrap:anywhere'
const NO_WRAP = 'white-space:nowrap'
const DIGITS = 'font-variant-numeric:tabular-nums'

export const style = {
  body: `margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%`,
  page: `background:${PAPER}`,
  pageCell: 'padding:32px 12px',
  card: `max-width:560px;background:${CARD};border:1px solid ${LINE};border-radius:16px;border-collapse:separate`,
  cardCell: 'padding:32px;text-align:start',
  eyebrow: `margin:0 0 6px;${FONT};font-size:15px;line-height:1.4;font-weight:700;color:${ACCENT};${WRAP}`,
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
  order: `border-collapse:collapse;${FONT};font-size:17px;line-height:1.45;color:${INK}`,
  orderName: `padding:5px 16px 5px 0;font-weight:400;text-align:start;vertical-align:top;${WRAP}`,
  orderAmount: `padding:5px 0;text-align:end;vertical-align:top;${NO_WRAP};${DIGITS}`,
  taxName: `padding:5px 16px 5px 0;font-size:15px;font-weight:400;text-align:start;color:${SOFT}`,
  taxAmount: `padding:5px 0;font-size:15px;text-align:end;${NO_WRAP};color:${SOFT};${DIGITS}`,
  totalName: `padding:10px 16px 10px 0;border-top:1px solid ${LINE};font-weight:700;text-align:start`,
  totalAmount: `padding:10px 0;border-top:1px solid ${LINE};font-weight:700;text-align:end;${NO_WRAP};${DIGITS}`,
  action: 'margin:28px 0 0;border-collapse:separate',
  button: `background:${ACCENT};border-radius:99px`,
  buttonLabel:
    `display:inline-block;padding:14px 28px;${FONT};font-size:17px;line-height:1.3;font-weight:700;` +
    'color:#ffffff;text-decoration:none',
  link: `margin:20px 0 2px;${FONT};font-size:17px;line-height:1.4;${WRAP}`,
  linkTitle: `color:${INK};font-weight:700;text-decoration:underline`,
  linkLines: `margin:0;${FONT};font-size:15px;line-height:1.45;color:${SOFT};${WRAP}`,
  address: `margin:10px 0 0;${FONT};font-size:13px;line-height:1.45;color:${SOFT};${WRAP};word-break:break-word`,
  addressLink: `color:${SOFT};text-decoration:underline`,
  footer: 'max-width:560px',
  footerCell: 'padding:18px 32px 0;text-align:start',
  footerLine: `margin:0 0 6px;${FONT};font-size:14px;line-height:1.5;color:${SOFT};${WRAP}`,
} as const

/** What only a style sheet can say; programs that ignore it show the light letter. */
export const DARK_STYLES = `
@media (max-width:480px){.inset{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.paper{background:#161412!important}.card{background:#211e1b!important;border-color:#3a352f!important}
.ink{color:#f3eee6!important}.soft{color:#b5ab9d!important}.accent{color:#ff9d7e!important}
.line{border-color:#3a352f!important}
.notice{background:#3a2c0d!important}.warm{color:#ffd27a!important}
.button{background:#ff9d7e!important}.button-label{color:#2a0d05!important}
}`
