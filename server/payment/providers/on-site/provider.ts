import { captchaParameters } from '../captcha.ts'
import type { PaymentProvider } from '../../provider.ts'

/** Pay at the desk: the order is complete at once, its tickets are to be paid. Not for online events (lifecycle B.6). */
export const onSite: PaymentProvider = {
  proxy: 'ON_SITE',
  method: 'ON_SITE',
  offer: ({ event, settings }) =>
    settings.flag('ON_SITE_ENABLED') && event.format !== 'ONLINE' ? captchaParameters({ settings }) : undefined,
  pay: () => ({ kind: 'settled', isDue: true }),
}
