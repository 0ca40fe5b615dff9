import type { FastifyBaseLogger } from 'fastify'

/** One function for each thing worth knowing afterwards. Ids only, never personal data. */
export type EventLog = ReturnType<typeof eventLog>

export function eventLog(logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>) {
  return {
    reserved: (reservation: string, event: string, seats: number) =>
      logger.info({ reservation, event, seats }, 'reserved'),
    confirmed: (reservation: string, proxy: string) => logger.info({ reservation, proxy }, 'confirmed'),
    finalized: (reservation: string) => logger.info({ reservation }, 'finalized'),
    finalizingFailed: (reservation: string, attempt: number, error: unknown) =>
      logger.error({ reservation, attempt, err: error }, 'finalizing failed, will be tried again'),
    expired: (reservations: readonly string[]) => logger.info({ reservations }, 'expired'),
    cancelled: (reservation: string) => logger.info({ reservation }, 'cancelled by the buyer'),
    paymentConfirmed: (reservation: string) => logger.info({ reservation }, 'bank transfer confirmed'),
    seatsFreed: (seats: number) => logger.info({ seats }, 'released seats are free again'),
    mailSent: (mail: string) => logger.info({ mail }, 'mail sent'),
    mailFailed: (mail: string, attempt: number, error: unknown) =>
      logger.warn({ mail, attempt, err: error }, 'mail not sent'),
    jobFailed: (job: string, error: unknown) => logger.error({ job, err: error }, 'job failed'),
    eventPublished: (event: string) => logger.info({ event }, 'event stored'),
  }
}
