export { ExpiredDialog } from '../hold/expired-dialog.tsx'
export { GiveBackDialog } from '../hold/give-back-dialog.tsx'
export { Refusals } from './refusals.tsx'
export { WarningDialog } from './warning-dialog.tsx'
