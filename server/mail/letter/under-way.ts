import { type Database, statement } from '#server/foundation/database/database.ts'

/** One attempt to send a mail: both together name it. */
export type Claim = { readonly id: bigint; readonly attempts: number }

/** The mails that this process has claimed and of which it does not know yet what has become. */
export type MailsUnderWay = {
  readonly isStopping: boolean
  /** No further mail is claimed. */
  stop(): void
  /** Remembers the claim while `work` goes on. */
  during<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result>
  claims(): readonly Claim[]
}

export function mailsUnderWay(): MailsUnderWay {
  const claims = new Set<Claim>()
  let isStopping = false
  return {
    get isStopping() {
      return isStopping
    },
    stop: () => {
      isStopping = true
    },
    during: async (claim, work) => {
      claims.add(claim)
      try {
        return await work()
      } finally {
        claims.delete(claim)
      }
    },
    claims: () => [...claims],
  }
}

/**
 * Releases what was claimed and not sent, so that the next process need not wait until the claim is out of date. A mail
 * whose server has taken it without saying so is sent twice, as after any crash.
 */
export async function releaseMails(db: Database, underWay: MailsUnderWay): Promise<void> {
  const claims = underWay.claims()
  if (claims.length === 0) return
  await db.query(RELEASE_CLAIMS, [claims.map(({ id }) => id), claims.map(({ attempts }) => attempts)])
}

const RELEASE_CLAIMS = statement<never>(
  'mail-give-back',
  `update mail set status = 'RETRY', claimed_at = null
   from unnest($1::bigint[], $2::int[]) as claim (id, attempts)
   where mail.id = claim.id and mail.attempts = claim.attempts and mail.status = 'IN_PROCESS'`,
)
