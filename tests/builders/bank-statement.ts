/** Bank statements in the layouts that banks publish, with entries of our own. */

export type Credit = {
  readonly amount: string
  readonly currency?: string
  readonly on?: string
  readonly reference?: string
  readonly text?: string
  readonly payer?: string
  readonly bankReference?: string
  readonly direction?: 'CRDT' | 'DBIT'
  readonly isReversal?: boolean
  readonly status?: string
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const leaf = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`

const detailsOf = ({ amount, currency = 'CHF', reference, text, payer, bankReference, direction = 'CRDT' }: Credit) =>
  `<TxDtls><Refs>${leaf('AcctSvcrRef', bankReference)}<EndToEndId>NOTPROVIDED</EndToEndId></Refs>
  <Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
  ${payer === undefined ? '' : `<RltdPties><Dbtr><Pty>${leaf('Nm', payer)}</Pty></Dbtr><DbtrAcct><Id><IBAN>CH9300762011623852957</IBAN></Id></DbtrAcct></RltdPties>`}
  <RmtInf>${leaf('Ustrd', text)}${reference === undefined ? '' : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp>${leaf('Ref', reference)}</CdtrRefInf></Strd>`}</RmtInf></TxDtls>`

/** One entry of the statement: a payment, or a batch of several. */
export function camtEntry(credits: readonly Credit[], total?: string): string {
  const [first = { amount: '0' }] = credits
  const { amount, currency = 'CHF', on = '2026-11-20', direction = 'CRDT', isReversal = false, status = 'BOOK' } = first
  return `<Ntry><Amt Ccy="${currency}">${total ?? amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
    <RvslInd>${String(isReversal)}</RvslInd><Sts>${status === 'BOOK' ? '<Cd>BOOK</Cd>' : status}</Sts>
    <BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>${leaf('AcctSvcrRef', credits.length === 1 ? first.bankReference : 'BATCH-1')}
    <NtryDtls>${credits.map(detailsOf).join('')}</NtryDtls></Ntry>`
}

type Camt = {
  readonly message?: '053.001.04' | '053.001.08' | '054.001.08'
  readonly account?: string
  readonly prefix?: string
}

export function camt(
  entries: readonly string[],
  { message = '053.001.08', account = 'CH4431999123000889012', prefix = '' }: Camt = {},
): string {
  const [root, part] = message.startsWith('053') ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const plain = `<Document><${root}><GrpHdr><MsgId>1</MsgId></GrpHdr><${part}><Id>1</Id>
    <Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entries.join('')}</${part}></${root}></Document>`
  const named = prefix === '' ? plain : plain.replaceAll(/<(\/?)(\w)/g, `<$1${prefix}:$2`)
  const space = `xmlns${prefix === '' ? '' : `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.${message}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named.replace('Document', `Document ${space}`)}`
}

type Mt940 = { readonly currency?: string; readonly account?: string; readonly closing?: string }

/** `lines`: those of fields 61 and 86. The closing balance is what the credits come to, unless it is stated. */
export function mt940(
  lines: readonly string[],
  sum: string,
  { currency = 'EUR', account = 'DE89370400440532013000', closing = sum }: Mt940 = {},
): string {
  return [
    ':20:STARTUMS',
    `:25:${account}`,
    ':28C:00001/001',
    `:60F:C261119${currency}0,00`,
    ...lines,
    `:62F:C261120${currency}${closing}`,
    '-',
  ].join('\r\n')
}
