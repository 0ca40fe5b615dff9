/** What DNS says of who may send in the name of a domain: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489). */

/** The TXT records of a name, each in one piece; empty where there are none. Rejects where no answer came. */
export type ResolveTexts = (name: string) => Promise<readonly string[]>

type RecordState = 'GOOD' | 'MISSING' | 'WEAK' | 'UNANSWERED' | 'NOT_CHECKED'

export type DomainRecord = {
  readonly kind: 'SPF' | 'DKIM' | 'DMARC'
  readonly state: RecordState
  readonly name: string
  /** What DNS has; null for nothing. */
  readonly found: string | null
  /** The record to add; null where all is well, or only the mail server knows it. */
  readonly advised: string | null
}

type Sender = {
  /** The address mail is sent from. */
  readonly sender: string
  /** Of the mail server; null where mail is kept. */
  readonly server: string | null
  /** Under which the mail server publishes its key; null where it is not stated. */
  readonly selector: string | null
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The three records of the sender's domain, asked at once. */
export function checkDomain(sender: Sender, resolve: ResolveTexts): Promise<readonly DomainRecord[]> {
  return Promise.all([spf(sender, resolve), dkim(sender, resolve), dmarc(sender, resolve)])
}

async function spf({ sender, server }: Sender, resolve: ResolveTexts): Promise<DomainRecord> {
  const name = domainOf(sender)
  const common = { kind: 'SPF', name } as const
  const texts = await answerOf(resolve, name)
  if (texts === undefined) return { ...common, state: 'UNANSWERED', found: null, advised: null }
  const found = texts.filter(text => /^v=spf1( |$)/i.test(text))
  const advised = `v=spf1 ${server === null ? 'mx' : `a:${server}`} ~all`
  const [first = null] = found
  if (first === null) return { ...common, state: 'MISSING', found: null, advised }
  // Two records are an error to those who check, and one that lets everybody send vouches for nothing.
  const isWeak = found.length > 1 || /(^| )\+?all( |$)/i.test(first)
  return { ...common, state: isWeak ? 'WEAK' : 'GOOD', found: found.join('\n'), advised: isWeak ? advised : null }
}

async function dkim({ sender, selector }: Sender, resolve: ResolveTexts): Promise<DomainRecord> {
  const name = `${selector ?? '…'}._domainkey.${domainOf(sender)}`
  const common = { kind: 'DKIM', name, advised: null } as const
  if (selector === null) return { ...common, state: 'NOT_CHECKED', found: null }
  const texts = await answerOf(resolve, name)
  if (texts === undefined) return { ...common, state: 'UNANSWERED', found: null }
  const found = texts.find(text => /(^|;)\s*p=/i.test(text)) ?? null
  if (found === null) return { ...common, state: 'MISSING', found: null }
  // A key without content is one that was withdrawn.
  return { ...common, state: /(^|;)\s*p=\s*(;|$)/i.test(found) ? 'WEAK' : 'GOOD', found }
}

async function dmarc({ sender }: Sender, resolve: ResolveTexts): Promise<DomainRecord> {
  const domain = domainOf(sender)
  const advised = `v=DMARC1; p=quarantine; rua=mailto:${sender}`
  let isUnanswered = false
  for (const parent of withParents(domain)) {
    const name = `_dmarc.${parent}`
    const texts = await answerOf(resolve, name)
    isUnanswered ||= texts === undefined
    const found = texts?.find(text => /^v=DMARC1\s*(;|$)/i.test(text))
    if (found === undefined) continue
    const isWeak = /(^|;)\s*p\s*=\s*none/i.test(found)
    return { kind: 'DMARC', name, state: isWeak ? 'WEAK' : 'GOOD', found, advised: isWeak ? advised : null }
  }
  const name = `_dmarc.${domain}`
  const state = isUnanswered ? 'UNANSWERED' : 'MISSING'
  return { kind: 'DMARC', name, state, found: null, advised: isUnanswered ? null : advised }
}

/** A domain without a record of its own takes that of the one above it, which has two names at least. */
function withParents(domain: string): string[] {
  const names = domain.split('.')
  return names.length > 2 ? [domain, names.slice(-2).join('.')] : [domain]
}

async function answerOf(resolve: ResolveTexts, name: string): Promise<readonly string[] | undefined> {
  try {
    return await resolve(name)
  } catch {
    return undefined
  }
}
