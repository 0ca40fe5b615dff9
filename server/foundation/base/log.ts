import { type DestinationStream, type Logger, pino } from 'pino'
import { errorInLog } from './error-in-log.ts'
import { withoutAddresses } from './text-in-log.ts'

/**
 * The log of the process, by default on standard output. Whatever is written to it, also by libraries, passes here: errors
 * are written by `errorInLog`, requests by what they asked, and no line holds an e-mail or network address.
 */
export function openLog({ level, to }: { readonly level: string; readonly to?: DestinationStream }): Logger {
  const options = {
    level,
    serializers: { err: errorInLog, error: errorInLog, req: requestInLog },
    hooks: { streamWrite: withoutAddresses },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

const requestInLog = ({ method }: { readonly method?: string }) => ({ method })
