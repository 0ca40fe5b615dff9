/** Italian tax ids: eleven digits of a company, sixteen characters of a person. */

/** Eleven digits of which the last checks the others: every second one counts double, as on a bank card. */
export function isItalianVatNumber(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false
  const sum = Array.from(number).reduce((total, digit, index) => {
    const value = Number(digit)
    if (index % 2 === 0) return total + value
    return total + (value > 4 ? value * 2 - 9 : value * 2)
  }, 0)
  return sum % 10 === 0
}

/**
 * Sixteen characters: six letters of the name, birth date and place, and a letter that checks them. Where two people
 * would have the same code, digits are replaced by letters.
 */
export function isPersonalCode(code: string): boolean {
  if (!PERSONAL_CODE.test(code)) return false
  const sum = Array.from(code.slice(0, 15)).reduce(
    (total, character, index) => total + (index % 2 === 0 ? oddValue(character) : evenValue(character)),
    0,
  )
  return code.at(15) === String.fromCodePoint(A + (sum % 26))
}

/** Does the code begin as that of a person of this name would? */
export function fitsName(code: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean {
  return code.startsWith(`${lettersOfLastName(lastName)}${lettersOfFirstName(firstName)}`)
}

const DIGIT = '[0-9LMNPQRSTUV]'
const PERSONAL_CODE = new RegExp(`^[A-Z]{6}${DIGIT}{2}[ABCDEHLMPRST]${DIGIT}{2}[A-Z]${DIGIT}{3}[A-Z]$`)

const A = 65
const ZERO = 48

/** 0 to 9 for digits, 0 to 25 for letters. */
function evenValue(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code >= A ? code - A : code - ZERO
}

/** What a character counts at the odd places, the digit 0 as the letter A: a table of the ministry, without a formula. */
const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const oddValue = (character: string): number => ODD_VALUES[evenValue(character)] ?? 0

/** Its first three consonants, filled up with vowels, then with X. */
const lettersOfLastName = (name: string): string => threeOf([...consonants(name), ...vowels(name)])

/** As of a last name, but of four or more consonants the second is left out. */
function lettersOfFirstName(name: string): string {
  const [first = '', second = '', third = '', fourth = ''] = consonants(name)
  return fourth === '' ? threeOf([first, second, third, ...vowels(name)]) : `${first}${third}${fourth}`
}

const threeOf = (letters: readonly string[]): string => letters.join('').slice(0, 3).padEnd(3, 'X')

const lettersOf = (name: string): string[] =>
  Array.from(name.normalize('NFD').toUpperCase()).filter(character => /[A-Z]/.test(character))

const vowels = (name: string): string[] => lettersOf(name).filter(letter => 'AEIOU'.includes(letter))
const consonants = (name: string): string[] => lettersOf(name).filter(letter => !'AEIOU'.includes(letter))
