export { ReleaseOrder } from '../held/release-dialog.tsx'
export { ExpiredDialog } from '../hold/expired-dialog.tsx'
export { Refusals, WarningDialog } from './refusals.tsx'
