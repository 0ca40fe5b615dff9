import type { FastifyBaseLogger } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'

type Logger = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/**
 * One function for each thing worth knowing afterwards: never personal data, and of a reservation's id only its first
 * characters, because the whole of it opens the order.
 */
export type EventLog = ReturnType<typeof eventLog>

export function eventLog(to: Logger) {
  const logger = withRequestId(to)
  return {
    reserved: (reservation: string, event: string, seats: number) =>
      logger.info({ reservation: short(reservation), event, seats }, 'reserved'),
    confirmed: (reservation: string, proxy: string) =>
      logger.info({ reservation: short(reservation), proxy }, 'confirmed'),
    finalized: (reservation: string) => logger.info({ reservation: short(reservation) }, 'finalized'),
    finalizingFailed: (reservation: string, attempt: number, error: unknown) =>
      logger.error({ reservation: short(reservation), attempt, err: error }, 'finalizing failed, will be tried again'),
    expired: (reservations: readonly string[]) => logger.info({ reservations: reservations.map(short) }, 'expired'),
    cancelled: (reservation: string) => logger.info({ reservation: short(reservation) }, 'cancelled by the buyer'),
    replaced: (reservation: string, by: string) =>
      logger.info({ reservation: short(reservation), by: short(by) }, 'replaced by another choice'),
    /** A provider did not reply, or its reply is unreadable; a job checks the state of the payment later. */
    providerFailed: (provider: string, reservation: string | null, error: unknown) =>
      logger.error(
        { provider, ...(reservation && { reservation: short(reservation) }), err: error },
        'payment provider did not reply',
      ),
    documentNotDrawn: (document: string, err: unknown) => logger.error({ document, err }, 'a document was not drawn'),
    booksMissing: (provider: string, err: unknown) => logger.error({ provider, err }, 'a provider sent no books'),
    paymentConfirmed: (reservation: string) =>
      logger.info({ reservation: short(reservation) }, 'bank transfer confirmed'),
    ticketReleased: (event: string) => logger.info({ event }, 'ticket released by its holder'),
    passWithdrawn: (reservation: string) =>
      logger.info({ reservation: short(reservation) }, 'contract about a pass withdrawn from'),
    seatsFreed: (seats: number) => logger.info({ seats }, 'released seats are free again'),
    seatsOffered: (event: number, seats: number) => logger.info({ event, seats }, 'seats offered to people waiting'),
    joinedWaitingList: (event: string) => logger.info({ event }, 'joined the waiting list'),
    reminded: (of: string, event: string, mails: number) => logger.info({ of, event, mails }, 'reminded'),
    transfersExpired: (reservations: readonly string[]) =>
      logger.info({ reservations: reservations.map(short) }, 'no transfer in time, tickets released'),
    voted: (event: string, poll: number) => logger.info({ event, poll }, 'voted'),
    ...ofMessages(logger),
    jobFailed: (job: string, error: unknown) => logger.error({ job, err: error }, 'job failed'),
    jobRowFailed: (job: string, { kind, id }: { kind: string; id: string }, failures: number, error: unknown) =>
      logger.error({ job, [kind]: short(id), failures, err: error }, 'job failed at one row, the others go on'),
    ...ofSurroundings(logger),
    afterwardsFailed: (what: string, error: unknown) =>
      logger.error({ what, err: error }, 'what follows a change failed, the change is kept'),
    lateAtStop: (what: string) => logger.warn({ what }, 'did not come to an end in time, stopping without it'),
    stopFailed: (what: string, error: unknown) => logger.warn({ what, err: error }, 'failed while stopping'),
    robotCheckUnreachable: (service: string, error: unknown) =>
      logger.error({ service, err: error }, 'robot check not reachable, visitors are refused'),
    vatRegisterUnreachable: (country: string, error: unknown) =>
      logger.warn({ country, err: error }, 'VAT register not reachable, business buyers have to wait'),
    ...ofWallets(logger),
    ...byOrganisers(logger),
    personalDataErased: (event: string | null, erased: Readonly<Record<string, number>>) =>
      logger.info({ event, erased }, 'personal data erased'),
    /** An event or a pass, by its id. */
    offerLeftOut: (context: number, error: unknown) =>
      logger.error({ context, err: error }, 'an offer can not be shown and is left out of lists'),
    /** Each by its name and whose it is. */
    secretsUnreadable: (settings: readonly string[]) => logger.error({ settings }, 'secrets can not be opened'),
    /** What of the configuration of sign-in can't be used. */
    signInUnusable: (reason: string) => logger.error({ reason }, 'visitors can not sign in'),
    /** The page has shown it to the visitor, who may try again. */
    signInFailed: (error: unknown) => logger.warn({ err: error }, 'a sign-in failed'),
  }
}

/** What is sent to people, and to programs of organisers. */
const ofMessages = (logger: LevelLoggers) => ({
  mailSent: (mail: string) => logger.info({ mail }, 'mail sent'),
  mailFailed: (mail: string, attempt: number, error: unknown) =>
    logger.warn({ mail, attempt, err: error }, 'mail not sent'),
  webhookDelivered: (delivery: string) => logger.info({ delivery }, 'webhook delivered'),
  webhookFailed: (delivery: string, attempt: number, reason: string) =>
    logger.warn({ delivery, attempt, reason }, 'webhook not delivered'),
})

/** What organisers and those at their doors do. */
const byOrganisers = (logger: LevelLoggers) => ({
  eventPublished: (event: string) => logger.info({ event }, 'event stored'),
  passPublished: (pass: string) => logger.info({ pass }, 'pass stored'),
  importedOrderRefused: (list: string, place: number, problem: string) =>
    logger.warn({ list, place, problem }, 'an imported order can not be made'),
  ticketDeleted: (reservation: string) =>
    logger.info({ reservation: short(reservation) }, 'ticket taken out of its order'),
  checkedIn: (event: string) => logger.info({ event }, 'checked in'),
  checkInReverted: (event: string) => logger.info({ event }, 'check-in taken back'),
})

type LevelLoggers = { readonly [level in keyof Logger]: (facts: object, message: string) => void }

/** Events during a request are logged with its id, as Fastify logs its own lines. */
function withRequestId(logger: Logger): LevelLoggers {
  const withId = (facts: object): object => {
    const reqId = currentRequestId()
    return reqId === undefined ? facts : { reqId, ...facts }
  }
  return {
    info: (facts, message) => logger.info(withId(facts), message),
    warn: (facts, message) => logger.warn(withId(facts), message),
    error: (facts, message) => logger.error(withId(facts), message),
  }
}

const ofSurroundings = (logger: LevelLoggers) => ({
  tracesLost: (error: unknown) =>
    logger.warn({ err: error }, 'traces were not taken by their collector, and are left out'),
  databaseAway: (error: Error) =>
    logger.warn({ reason: error.message }, 'database not reachable, jobs go on when it is back'),
  databaseBack: () => logger.info({}, 'database reachable again'),
})

const ofWallets = (logger: LevelLoggers) => ({
  walletFailed: (wallet: string, error: unknown) => logger.warn({ wallet, err: error }, 'ticket not given to a wallet'),
  walletUpdateFailed: (change: string, attempt: number, error: unknown) =>
    logger.warn({ change, attempt, err: error }, 'wallet not updated after a change, will be tried again'),
  walletUpdateAbandoned: (change: string, error: unknown) =>
    logger.error({ change, err: error }, 'wallet not updated after a change, abandoned'),
  walletComplained: (event: string, complaints: number) =>
    logger.warn({ event, complaints }, 'a device complained about a pass'),
})

const short = (id: string): string => id.slice(0, 8)

/**
 * Does what follows a change that is committed already. A failure is logged and the caller still learns that the
 * change was made: it was, and a job finds what has been left over.
 */
export async function afterwards(
  { log }: { readonly log: Pick<EventLog, 'afterwardsFailed'> },
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.afterwardsFailed(what, error)
  }
}

const current = new AsyncLocalStorage<string>()

/** Runs what belongs to a request: whatever it calls and waits for finds the request's id. */
export function inRequest<Result>(id: string, work: () => Result): Result {
  return current.run(id, work)
}

/** The id of the request that is being answered; undefined in jobs, commands and while the shop starts. */
function currentRequestId(): string | undefined {
  return current.getStore()
}
