/**
 * The field table of the Swiss QR code as the guidelines of SIX publish it (QR-bill 2.3, 4.2.1 and 4.2.2), written for the tests and
 * read from no library. It says of each line of the code what may be in it.
 */

/** The signs that may be in a code (4.1.1): Latin letters with their accents, Ș ș Ț ț and €. */
const SIGNS = /^[\u{20}-\u{7e}\u{a0}-\u{17f}\u{218}-\u{21b}\u{20ac}]*$/u

/** Bytes that a code of 25 by 46 mm may have (4.1). */
const MOST_SIGNS = 997

type Field = { readonly name: string; readonly most: number; readonly form: RegExp }

const fixed = (name: string, value: string): Field => ({ name, most: value.length, form: new RegExp(`^${value}$`) })
const text = (name: string, most: number): Field => ({ name, most, form: /^(\S(.*\S)?)?$/ })
const stated = (name: string, most: number): Field => ({ name, most, form: /^\S(.*\S)?$/ })
const empty = (name: string): Field => ({ name, most: 0, form: /^$/ })

const address = (whose: string): readonly Field[] => [
  fixed(`${whose} address type`, 'S'),
  stated(`${whose} name`, 70),
  text(`${whose} street`, 70),
  text(`${whose} building number`, 16),
  // Without the country before it.
  { name: `${whose} postal code`, most: 16, form: /^(?![A-Z]{2}-)\S+$/ },
  stated(`${whose} town`, 35),
  { name: `${whose} country`, most: 2, form: /^[A-Z]{2}$/ },
]

const PARTS_OF_ADDRESS = ['address type', 'name', 'street', 'building number', 'postal code', 'town', 'country']
const noAddress = (whose: string): readonly Field[] => PARTS_OF_ADDRESS.map(part => empty(`${whose} ${part}`))

const TABLE: readonly Field[] = [
  fixed('QR type', 'SPC'),
  fixed('version', '0200'),
  fixed('coding', '1'),
  { name: 'account', most: 21, form: /^(CH|LI)\d{7}[A-Z0-9]{12}$/ },
  ...address('creditor'),
  // For future use: must not be filled in.
  ...noAddress('ultimate creditor'),
  // May be empty; else 0.01 to 999999999.99, with two decimals and no zeros before it.
  { name: 'amount', most: 12, form: /^((0|[1-9]\d{0,8})\.\d\d)?$/ },
  { name: 'currency', most: 3, form: /^(CHF|EUR)$/ },
  // Optional; all or nothing.
  ...noAddress('ultimate debtor'),
  { name: 'reference type', most: 4, form: /^(QRR|SCOR|NON)$/ },
  { name: 'reference', most: 27, form: /^[A-Z0-9]*$/ },
  text('message', 140),
  fixed('trailer', 'EPD'),
]

/** What in a code is not as the table has it; of a bill that names no debtor, and has no structured information or other scheme. */
export function faultsOfSwissCode(code: string): string[] {
  const lines = code.split(/\r?\n/)
  const faults = TABLE.flatMap(({ name, most, form }, at) => {
    const line = lines[at] ?? '(missing)'
    return [
      ...(line.length > most ? [`${name} has ${line.length} of ${most} signs`] : []),
      ...(form.test(line) ? [] : [`${name} is "${line}"`]),
      ...(SIGNS.test(line) ? [] : [`${name} has other signs: "${line}"`]),
    ]
  })
  const [account = '', amount = '', type = '', reference = ''] = [lines[3], lines[18], lines[27], lines[28]]
  return [
    ...faults,
    ...(lines.length === TABLE.length ? [] : [`${lines.length} lines`]),
    ...(code.length > MOST_SIGNS ? [`${code.length} signs`] : []),
    ...(mod97(account) === 1 ? [] : ['check digits of the account']),
    ...(amount === '0.00' ? ['amount of nothing'] : []),
    ...faultsOfReference({ account, type, reference }),
  ]
}

/** A QR-IBAN (its bank has a number from 30000 to 31999) takes QRR alone, another account SCOR or none. */
function faultsOfReference({
  account,
  type,
  reference,
}: {
  account: string
  type: string
  reference: string
}): string[] {
  const bank = Number(account.slice(4, 9))
  const isQrIban = bank >= 30_000 && bank <= 31_999
  if (isQrIban !== (type === 'QRR')) return [`${type} for this account`]
  switch (type) {
    case 'QRR':
      return /^\d{27}$/.test(reference) && mod10(reference) === 0 ? [] : ['reference of QRR']
    case 'SCOR':
      return /^RF\d\d[A-Z0-9]{1,21}$/.test(reference) && mod97(reference) === 1 ? [] : ['reference of SCOR']
    default:
      return reference === '' ? [] : ['reference of NON']
  }
}

/** ISO 7064, MOD 97-10; 1 with right check digits. */
export const mod97 = (number: string): number =>
  Array.from(number.slice(4) + number.slice(0, 4)).reduce(
    (rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97,
    0,
  )

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

/** Modulo 10, recursive, by the table of the guidelines (annex B); 0 with a right check digit. */
export function mod10(digits: string): number {
  const carried = Array.from(digits.slice(0, -1)).reduce(
    (carry, digit) => CARRIES[(carry + Number(digit)) % 10] ?? 0,
    0,
  )
  return (carried + Number(digits.at(-1))) % 10
}
