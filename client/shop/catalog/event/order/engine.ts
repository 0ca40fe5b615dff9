import { OrderRows, OrderSum } from './order-rows.tsx'
import { Problems } from './problems.tsx'
import { Shortages } from './shortages.tsx'
import { askWhatIsHeld, submitOrder } from './submit-order.ts'

/** What a visitor needs who has chosen something, and the page does not before that: a bundle of its own. */
export const engine = { OrderRows, OrderSum, Problems, Shortages, askWhatIsHeld, submitOrder }

export type Engine = typeof engine
