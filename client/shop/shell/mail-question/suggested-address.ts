import spellChecker from '@zootools/email-spell-checker'

/** Domains of many people here that the library does not know: it would find one of its own in them. */
const DOMAINS = [
  ...spellChecker.POPULAR_DOMAINS,
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'yahoo.com',
  'mac.com',
  'mail.com',
  'fastmail.com',
  'bluewin.ch',
  'hispeed.ch',
  'sunrise.ch',
  'gmx.ch',
  'hotmail.ch',
  'outlook.ch',
  'yahoo.ch',
  'protonmail.ch',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  't-online.de',
  'freenet.de',
  'hotmail.de',
  'outlook.de',
  'yahoo.de',
  'live.de',
  'orange.fr',
  'laposte.net',
  'free.fr',
  'sfr.fr',
  'wanadoo.fr',
  'hotmail.fr',
  'outlook.fr',
  'yahoo.fr',
  'live.fr',
  'libero.it',
  'virgilio.it',
  'tiscali.it',
  'alice.it',
  'hotmail.it',
  'outlook.it',
  'yahoo.it',
  'live.it',
]

/** The address that may be meant: with a usual domain that is spelled nearly like the typed one. Undefined: none. */
export function suggestedAddress(typed: string): string | undefined {
  const found = spellChecker.run({ email: typed, domains: DOMAINS })
  const isUsual = found !== undefined && DOMAINS.includes(found.domain)
  return isUsual && found.full.toLowerCase() !== typed.toLowerCase() ? found.full : undefined
}
