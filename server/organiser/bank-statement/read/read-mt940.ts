import {
  type ReadStatement,
  type StatementEntry,
  onOneLine,
  plainAmount,
  statedDate,
} from '#domain/payment/reconciliation/statement-entry.ts'
import { isIban } from '#server/documents/transfer-code/account.ts'
import { MAX_ENTRIES, StatementFault } from './statement-fault.ts'

/**
 * MT940 as SWIFT defines it, with field 86 in the German form (?20...), in that of SEPA (SVWZ+...), by slashes (/REMI/...)
 * or free. A statement must have its balances, and its entries must lead from the one to the other: a file that was cut
 * off is not read in part.
 */

type Field = { readonly tag: string; readonly line: number; readonly lines: string[] }

/** Is it MT940? It has the fields that every statement begins with. */
export const isMt940 = (text: string): boolean => /^(?:\{.*)?:20:/m.test(text) && /^:(?:25|61|60[FM]):/m.test(text)

export function readMt940(text: string): ReadStatement {
  const skipped = { debits: 0, reversals: 0, pending: 0 }
  const entries: StatementEntry[] = []
  for (const statement of statementsOf(fieldsOf(text))) readStatement(statement, entries, skipped)
  return { format: 'MT940', entries, skipped }
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const begin = /^(?:\{.*)?:(\d\d[A-Z]?):(.*)$/.exec(line)
    if (begin) fields.push({ tag: begin[1] ?? '', line: at + 1, lines: [begin[2] ?? ''] })
    else if (!/^\s*(?:-\}?.{0,40}|\{.*)?$/.test(line) || /^\s*-[^}\s]/.test(line)) fields.at(-1)?.lines.push(line)
  }
  return fields
}

/** Each begins with field 20. */
function statementsOf(fields: readonly Field[]): Field[][] {
  const statements: Field[][] = []
  for (const field of fields) {
    if (field.tag === '20') statements.push([])
    statements.at(-1)?.push(field)
  }
  return statements
}

type Counts = { debits: number; reversals: number; pending: number }

function readStatement(fields: readonly Field[], entries: StatementEntry[], skipped: Counts): void {
  const opening = balance(fields.find(({ tag }) => /^60[FM]$/.test(tag)))
  const closing = balance(fields.findLast(({ tag }) => /^62[FM]$/.test(tag)))
  if (!opening || !closing) throw new StatementFault('mt940', fields.at(-1)?.line ?? null)
  const account = accountOf(fields.find(({ tag }) => tag === '25')?.lines[0] ?? '', opening.currency)
  let sum = opening.amount
  for (const [at, field] of fields.entries()) {
    if (field.tag !== '61') continue
    const booked = readLine(field)
    sum += booked.sign * booked.units
    if (booked.isReversal) skipped.reversals += 1
    else if (booked.sign < 0) skipped.debits += 1
    else {
      const next = fields[at + 1]
      const details = detailsOf(next?.tag === '86' ? next.lines : [], booked.supplement)
      const { bookedOn, amount, bankReference } = booked
      const references = [...booked.references, ...details.references]
      entries.push({ ...details, account, bookedOn, amount, currency: opening.currency, references, bankReference })
    }
    if (entries.length > MAX_ENTRIES) throw new StatementFault('too-many', MAX_ENTRIES)
  }
  if (sum !== closing.amount) throw new StatementFault('sums', fields[0]?.line ?? null)
}

/** In hundred-thousandths, so that every currency adds up exactly. */
const UNITS = 5
const unitsOf = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(UNITS, '0'))
}

function balance(field: Field | undefined) {
  const parts = /^([CD])\d{6}([A-Z]{3})([\d]+,\d*)\s*$/.exec(field?.lines[0] ?? '')
  const amount = plainAmount(parts?.[3] ?? '')
  if (!parts || amount === undefined) return undefined
  return { amount: (parts[1] === 'C' ? 1n : -1n) * unitsOf(amount), currency: parts[2] ?? '' }
}

const LINE = /^(\d\d)(\d\d)(\d\d)(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d+,\d*) *([A-Z][A-Z0-9]{3})(.*)$/

function readLine({ lines, line }: Field) {
  const [first = '', ...more] = lines
  const parts = LINE.exec(first.trimEnd())
  const [, year, month, day, , mark = '', , money = '', , reference = ''] = parts ?? []
  const amount = plainAmount(money)
  const bookedOn = statedDate(`20${year}-${month}-${day}`)
  if (!parts || amount === undefined || bookedOn === undefined) throw new StatementFault('mt940', line)
  const [own = '', bank = ''] = reference.split('//')
  const isReversal = mark.startsWith('R')
  const isCredit = mark === 'C' || mark === 'EC' || mark === 'RD'
  return {
    bookedOn,
    amount,
    units: unitsOf(amount),
    sign: isCredit ? 1n : -1n,
    isReversal,
    references: stated(own),
    bankReference: stated(bank)[0] ?? null,
    supplement: more.join(' '),
  }
}

/** None, or a word that says in which part of field 86 the reference is. */
const NO_REFERENCE = /^\s*(?:NONREF|NOTPROVIDED|(?:EREF|KREF|MREF|PREF|MARF)\+?)?\s*$/i
const stated = (text: string): string[] => (NO_REFERENCE.test(text) ? [] : [text.trim()])

/** Some banks write the currency of the account behind its number. */
function accountOf(text: string, currency = ''): string | null {
  const written = text.replaceAll(/\s/g, '').toUpperCase()
  const hasCurrency = currency !== '' && written.endsWith(currency) && !isIban(written)
  const account = hasCurrency ? written.slice(0, -currency.length) : written
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? account : null
}

type Details = Pick<StatementEntry, 'references' | 'text' | 'payer' | 'payerAccount'>

/** What field 86 says; banks agree on little of it, and everything that is said is searched for references. */
function detailsOf(lines: readonly string[], supplement: string): Details {
  const joined = lines.join('')
  const structured = /^\d{3}([?<>+~@])\d\d/.exec(joined)
  if (structured) return germanDetails(joined.slice(3), structured[1] ?? '?')
  const named = slashFields(joined)
  if (named.has('REMI') || named.has('NAME')) {
    // "account/bank/name/city" of one bank, and the account behind the line of the entry of another one.
    const [account = '', , name] = named.get('CNTP')?.split('/') ?? []
    const besides = accountOf(supplement)
    const text = onOneLine([named.get('REMI'), ...(besides === null ? [supplement] : [])].join(' '))
    return {
      references: stated(named.get('EREF') ?? ''),
      text,
      payer: named.get('NAME') ?? name ?? null,
      payerAccount: accountOf(named.get('IBAN') ?? account) ?? besides,
    }
  }
  const { text, references } = sepaText(lines.join(' '))
  return { references, text: onOneLine([text, supplement].join(' ')), payer: null, payerAccount: null }
}

function germanDetails(content: string, sign: string): Details {
  const parts = content.split(sign).slice(1)
  const join = (isOne: (code: number) => boolean): string =>
    parts
      .filter(part => isOne(Number(part.slice(0, 2))))
      .map(part => part.slice(2))
      .join('')
  const purpose = join(code => (code >= 20 && code <= 29) || (code >= 60 && code <= 63))
  const payer = onOneLine(join(code => code === 32 || code === 33))
  return { ...sepaText(purpose), payer: payer || null, payerAccount: accountOf(join(code => code === 31)) }
}

/** "EREF+...SVWZ+...": what the payer has written is behind SVWZ+. */
function sepaText(purpose: string): { readonly text: string; readonly references: string[] } {
  const parts = purpose.split(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/)
  if (parts.length === 1) return { text: onOneLine(purpose), references: [] }
  const of = (name: string): string => parts[parts.indexOf(name) + 1] ?? ''
  const said = parts.includes('SVWZ') ? of('SVWZ') : (parts[0] ?? '')
  return { text: onOneLine(said), references: parts.includes('EREF') ? stated(of('EREF')) : [] }
}

const SLASH_FIELDS =
  'EREF|PREF|REMI|NAME|IBAN|ORDP|BENM|CNTP|TRTP|BIC|CSID|MARF|ADDR|ISDT|TRCD|PURP|ULTD|ULTC|RTRN|OCMT|EXCH'
const SLASH_FIELD = new RegExp(`/(${SLASH_FIELDS})/(.*?)(?=/(?:${SLASH_FIELDS})/|$)`, 'g')

function slashFields(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(SLASH_FIELD))
    found.set(name, onOneLine(value.replaceAll(/^(?:USTD|STRD)?\/+|\/+$/g, '')))
  return found
}
