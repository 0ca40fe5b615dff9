import { isIBANValid } from 'swissqrbill/utils'

/** Is it an IBAN: its shape, and the check digits of ISO 7064 (MOD 97-10)? Without blanks, in capitals. */
export const isIban = (iban: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && isIBANValid(iban)

/** An account as codes carry it. */
export const compactAccount = (text: string): string => text.replaceAll(/\s+/g, '').toUpperCase()
