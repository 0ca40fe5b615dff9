import * as booking from './booking.ts'
import type { Call } from './call.ts'
import * as event from './event.ts'
import * as i18n from './i18n.ts'
import * as info from './info.ts'
import * as organiser from './organiser.ts'
import * as own from './own.ts'
import * as pages from './pages.ts'
import * as reserve from './reserve.ts'
import * as subscription from './subscription.ts'
import * as ticket from './ticket.ts'
import * as user from './user.ts'

/** Every call this shop answers: found by their shape, so that a new one can't be forgotten here. */
export const allCalls: readonly Call[] = [
  info,
  event,
  reserve,
  booking,
  own,
  ticket,
  i18n,
  user,
  subscription,
  pages,
  organiser,
].flatMap(feature => Object.values(feature).filter(isCall))

function isCall(exported: unknown): exported is Call {
  return typeof exported === 'object' && exported !== null && 'operationId' in exported && 'answers' in exported
}
