import { type Problem, problem } from '#domain/foundation/problem.ts'

/** Who buys. Trimmed; empty until filled in. */
export type Contact = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Who comes with a ticket, and the language to write to them in. */
export type Attendee = Contact & { readonly language: string | null }

/** Names and addresses are at most so long (specification, booking 5). */
export const NAME_MAX_LENGTH = 255
export const EMAIL_MAX_LENGTH = 255

/**
 * Looks like an address: something that begins with a letter or digit on both sides of one @, no blanks, nothing that
 * can't be seen, no final dot (booking contract section 6). The real test is the mail that arrives.
 */
export function isPlausibleEmail(text: string): boolean {
  return /^[\p{L}\p{N}][^\s@\p{C}]*@[\p{L}\p{N}][^\s@\p{C}]*$/u.test(text) && !text.endsWith('.')
}

/** The problems of the contact block, each with its field (booking contract section 6, rows C). */
export function checkContact({ firstName, lastName, email }: Contact): Problem[] {
  return [
    ...checkEmail(email, 'email'),
    ...checkName(firstName, 'firstName', FIRST_NAME),
    ...checkName(lastName, 'lastName', LAST_NAME),
  ]
}

/** The problems of the names of a person whose address is known. */
export function checkNames({ firstName, lastName }: Contact): Problem[] {
  return [...checkName(firstName, 'firstName', FIRST_NAME), ...checkName(lastName, 'lastName', LAST_NAME)]
}

/** The problems of the person a pass is for, below `path` (booking contract section 6). */
export function checkOwner({ firstName, lastName, email }: Contact, path: string): Problem[] {
  return [
    ...checkName(firstName, `${path}firstName`, FIRST_NAME),
    ...checkName(lastName, `${path}lastName`, LAST_NAME),
    ...checkEmail(email, `${path}email`),
  ]
}

/** The problems of one attendee, below `path`, such as `tickets[<id>].` (booking contract section 6, rows T). */
export function checkAttendee({ firstName, lastName, email }: Contact, path: string): Problem[] {
  return [
    ...checkName(firstName, `${path}firstName`, FIRST_NAME),
    ...checkName(lastName, `${path}lastName`, LAST_NAME),
    ...(email.length <= EMAIL_MAX_LENGTH && isPlausibleEmail(email)
      ? []
      : [problem('error.email', { field: `${path}email` })]),
  ]
}

const FIRST_NAME = { empty: 'error.STEP_2_EMPTY_FIRSTNAME', tooLong: 'error.STEP_2_MAX_LENGTH_FIRSTNAME' }
const LAST_NAME = { empty: 'error.STEP_2_EMPTY_LASTNAME', tooLong: 'error.STEP_2_MAX_LENGTH_LASTNAME' }

function checkName(name: string, field: string, codes: { empty: string; tooLong: string }): Problem[] {
  if (name === '') return [problem(codes.empty, { field })]
  if (name.length > NAME_MAX_LENGTH) return [problem(codes.tooLong, { field, args: [NAME_MAX_LENGTH] })]
  return []
}

/** The problems of the address of a buyer or an owner of a pass. */
export function checkEmail(email: string, field: string): Problem[] {
  if (email === '') return [problem('error.STEP_2_EMPTY_EMAIL', { field })]
  if (email.length > EMAIL_MAX_LENGTH)
    return [problem('error.STEP_2_EMAIL_IS_TOO_LONG', { field, args: [EMAIL_MAX_LENGTH] })]
  return isPlausibleEmail(email) ? [] : [problem('error.STEP_2_INVALID_EMAIL', { field })]
}
