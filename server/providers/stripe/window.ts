import { minutes } from '#domain/foundation/instant.ts'
import type { Own } from './account.ts'

/** Intents do not end by themselves. A bank's app or a transfer by TWINT takes minutes, and seats are held meanwhile. */
export const LONGEST_PAYMENT_MS = minutes(30)

/** A card that is charged by its token is charged while Pay is answered. */
export const longestPaymentMs = (settings: Own): number => (settings.flag('STRIPE_ENABLE_SCA') ? LONGEST_PAYMENT_MS : 0)
