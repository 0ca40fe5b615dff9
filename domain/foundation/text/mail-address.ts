/** The shape of a mail address, no more: only a mail that arrives shows that it exists. */
export const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/

/**
 * True for an address that gets no mail, as far as its spelling shows: "mailto:" or brackets left in it, two dots in a row, a host
 * without a dot, a top level without letters, a part that is too long (RFC 5321 4.5.3.1). Letters beyond ASCII before the @ count,
 * because most mail servers lack SMTPUTF8. It is worth a question to the buyer, not a refusal.
 */
export function isProbablyMistyped(email: string): boolean {
  const at = email.lastIndexOf('@')
  return !isLocalPart(email.slice(0, at)) || !isHost(email.slice(at + 1))
}

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LOCAL_PART_MAX_LENGTH = 64

const isLocalPart = (text: string): boolean => text.length <= LOCAL_PART_MAX_LENGTH && LOCAL_PART.test(text)

const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const TOP_LEVEL = /^([\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)$/iu

function isHost(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? '')
}
