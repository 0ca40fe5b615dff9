export { ExpiredDialog } from '../hold/expired-dialog.tsx'
export { GiveBackOrder } from '../hold/give-back-order.tsx'
export { Refusals } from './refusals.tsx'
export { WarningDialog } from './warning-dialog.tsx'
