import { SaxesParser } from 'saxes'
import {
  type ReadStatement,
  type StatementEntry,
  onOneLine,
  plainAmount,
  statedDate,
} from '#domain/payment/reconciliation/statement-entry.ts'
import { MAX_ENTRIES, StatementFault } from './statement-fault.ts'

/**
 * CAMT.053 and CAMT.054 of ISO 20022, any version, with or without a prefix: their elements are the same where they matter
 * here. The file is read as a stream, one entry in memory at a time. A document type is refused, so that there are no
 * entities but those of XML itself; so is nesting deeper than any statement has (decision 104).
 */

type Element = { readonly name: string; readonly currency: string; text: string; readonly children: Element[] }

const MAX_DEPTH = 40
/** Of all texts of one entry. */
const MAX_ENTRY_LENGTH = 2_000_000

const STATEMENTS: ReadonlySet<string> = new Set(['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'])

export function readCamt(xml: string): ReadStatement {
  const reader = new CamtReader()
  reader.read(xml)
  return reader.result()
}

class CamtReader {
  readonly #entries: StatementEntry[] = []
  readonly #skipped = { debits: 0, reversals: 0, pending: 0 }
  readonly #open: Element[] = []
  #isStatement = false
  #account: string | null = null
  #count = 0
  #length = 0

  read(xml: string): void {
    const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
    const refuse = (): never => {
      throw new StatementFault('xml', parser.line)
    }
    parser.on('error', refuse)
    parser.on('doctype', refuse)
    parser.on('opentag', ({ name, attributes }) => this.#begin(localName(name), attributes['Ccy'] ?? ''))
    parser.on('text', text => this.#say(text))
    parser.on('cdata', text => this.#say(text))
    parser.on('closetag', () => this.#end())
    // The mark of the encoding is no part of the document.
    parser.write(xml.replace(/^\u{feff}/u, '')).close()
  }

  result(): ReadStatement {
    if (!this.#isStatement) throw new StatementFault('no-statement')
    return { format: 'CAMT', entries: this.#entries, skipped: this.#skipped }
  }

  #begin(name: string, currency: string): void {
    if (this.#open.length >= MAX_DEPTH) throw new StatementFault('xml')
    if (name === 'BkToCstmrAcctRpt') throw new StatementFault('intraday')
    if (STATEMENTS.has(name)) this.#isStatement = true
    if (name === 'Stmt' || name === 'Ntfctn') this.#account = null
    if (name === 'Ntry') this.#length = 0
    const element = { name, currency, text: '', children: [] }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
  }

  #say(text: string): void {
    const element = this.#open.at(-1)
    if (!element) return
    this.#length += text.length
    if (this.#length > MAX_ENTRY_LENGTH) throw new StatementFault('xml')
    element.text += text
  }

  #end(): void {
    const element = this.#open.pop()
    const parent = this.#open.at(-1)
    if (!element || !parent) return
    if (element.name === 'Acct' && (parent.name === 'Stmt' || parent.name === 'Ntfctn'))
      this.#account = accountOf(element)
    if (element.name === 'Ntry') this.#take(element)
    // What has been read of the levels above entries needs no memory.
    if (element.name === 'Ntry' || this.#open.length <= 3) {
      parent.children.length = 0
      this.#length = 0
    }
  }

  #take(entry: Element): void {
    this.#count += 1
    if (this.#count > MAX_ENTRIES) throw new StatementFault('too-many', MAX_ENTRIES)
    const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
    const isReversal = textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1'
    if (status !== '' && status !== 'BOOK') this.#skipped.pending += 1
    else if (isReversal) this.#skipped.reversals += 1
    else this.#takeBooked(entry)
  }

  #takeBooked(entry: Element): void {
    const credits = creditsOf(entry)
    if (credits.length === 0) this.#skipped.debits += 1
    for (const credit of credits) {
      const read = this.#read(entry, credit)
      if (!read) throw new StatementFault('entry', this.#count)
      this.#entries.push(read)
      if (this.#entries.length > MAX_ENTRIES) throw new StatementFault('too-many', MAX_ENTRIES)
    }
  }

  #read(entry: Element, { amount: money, details, bankReference }: Credit): StatementEntry | undefined {
    const amount = plainAmount(money?.text ?? '')
    const bookedOn = statedDate(
      textAt(entry, 'BookgDt', 'Dt') ||
        textAt(entry, 'BookgDt', 'DtTm') ||
        textAt(entry, 'ValDt', 'Dt') ||
        textAt(entry, 'ValDt', 'DtTm'),
    )
    if (amount === undefined || bookedOn === undefined || !money || !/^[A-Z]{3}$/.test(money.currency)) return undefined
    const payers = details.flatMap(one => all(one, 'RltdPties', 'Dbtr'))
    return {
      account: this.#account,
      bookedOn,
      amount,
      currency: money.currency,
      references: details.flatMap(one => [
        ...all(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text.trim()),
        ...stated(textAt(one, 'Refs', 'EndToEndId')),
      ]),
      text: onOneLine(
        [
          ...details.flatMap(one => all(one, 'RmtInf', 'Ustrd').map(({ text }) => text)),
          ...details.flatMap(one => all(one, 'RmtInf', 'Strd', 'AddtlRmtInf').map(({ text }) => text)),
          ...details.map(one => textAt(one, 'AddtlTxInf')),
          textAt(entry, 'AddtlNtryInf'),
        ].join(' '),
      ),
      payer: onOneLine(payers.map(one => textAt(one, 'Nm') || textAt(one, 'Pty', 'Nm')).join(' ')) || null,
      payerAccount:
        details.map(one => accountOf(first(one, 'RltdPties', 'DbtrAcct'))).find(one => one !== null) ?? null,
      bankReference,
    }
  }
}

type Credit = {
  readonly amount: Element | undefined
  readonly details: readonly Element[]
  readonly bankReference: string | null
}

/** Each payment of a batch by itself, where the bank says what it comes to; else the entry as a whole. */
function creditsOf(entry: Element): Credit[] {
  const details = all(entry, 'NtryDtls', 'TxDtls')
  const direction = textAt(entry, 'CdtDbtInd')
  const ofEntry = stated(textAt(entry, 'AcctSvcrRef'))[0] ?? null
  const amounts = details.map(one => first(one, 'Amt') ?? first(one, 'AmtDtls', 'TxAmt', 'Amt'))
  if (details.length < 2 || amounts.includes(undefined)) {
    const bankReference = ofEntry ?? details.map(referenceOf).find(one => one !== null) ?? null
    return direction === 'CRDT' ? [{ amount: first(entry, 'Amt'), details, bankReference }] : []
  }
  const references = details.map(referenceOf)
  const areOwn = new Set(references).size === references.length && !references.includes(null)
  return details.flatMap((one, at) => {
    if ((textAt(one, 'CdtDbtInd') || direction) !== 'CRDT') return []
    const bankReference = areOwn ? (references[at] ?? null) : ofEntry && `${ofEntry} ${at + 1}`
    return [{ amount: amounts[at], details: [one], bankReference }]
  })
}

const referenceOf = (details: Element): string | null => stated(textAt(details, 'Refs', 'AcctSvcrRef'))[0] ?? null

/** Banks write NOTPROVIDED where there is nothing. */
const stated = (text: string): string[] => (text === '' || /^NOT ?PROVIDED$/i.test(text) ? [] : [text])

function accountOf(account: Element | undefined): string | null {
  const id = account && (textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id'))
  return id ? id.replaceAll(/\s/g, '').toUpperCase() : null
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function all(element: Element, ...path: readonly string[]): Element[] {
  return path.reduce<Element[]>(
    (found, name) => found.flatMap(one => one.children.filter(child => child.name === name)),
    [element],
  )
}

const first = (element: Element, ...path: readonly string[]): Element | undefined => all(element, ...path)[0]

const textAt = (element: Element, ...path: readonly string[]): string => first(element, ...path)?.text.trim() ?? ''
