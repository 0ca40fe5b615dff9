import type { Problem } from '#domain/foundation/problem.ts'

/** Bounds of a member's password in characters (NIST SP 800-63B-4: length counts, composition doesn't). */
export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 200

/** Whose password it is to be. */
type Owner = { readonly email: string; readonly name: string }

/** Why this password can't be taken; null where it can. Every character counts, blanks included. */
export function passwordProblem(password: string, owner: Owner): Problem | null {
  const problem = (code: string, ...args: number[]): Problem => ({ code, field: 'password', args })
  const length = Array.from(password).length
  if (length < MIN_PASSWORD_LENGTH) return problem('foyer.desk.password.too-short', MIN_PASSWORD_LENGTH)
  if (length > MAX_PASSWORD_LENGTH) return problem('foyer.desk.password.too-long', MAX_PASSWORD_LENGTH)
  return isEasy(password, owner) ? problem('foyer.desk.password.easy') : null
}

/** Few different characters, or little besides the owner's own name and address. */
function isEasy(password: string, { email, name }: Owner): boolean {
  const text = password.toLowerCase()
  const own = [email, ...email.split(/[@.]/), ...name.split(/\s+/)].filter(part => part.length > 2)
  const rest = own.reduce((left, part) => left.replaceAll(part.toLowerCase(), ''), text)
  return new Set(text).size < MIN_DIFFERENT || Array.from(rest).length < MIN_REST
}

const MIN_DIFFERENT = 5
const MIN_REST = 6
