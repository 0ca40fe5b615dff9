import { pino } from 'pino'

type Told = { [key: string]: unknown; type: string; message: string; stack: string }

/**
 * An error as the log tells it. PostgreSQL says in `detail` and `where` which values it could not store: names,
 * addresses, whole mails, which no log may hold.
 */
export function errorInLog(error: Error): Told {
  const { detail: _detail, where: _where, ...told } = pino.stdSerializers.err(error)
  return told
}
