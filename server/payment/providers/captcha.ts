import type { PaymentParameters, Payable } from '../provider.ts'

/** Does the browser have to bring a captcha with this way to pay, and by which key? */
export function captchaParameters({ settings }: Pick<Payable, 'settings'>): PaymentParameters {
  const key = settings.flag('ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS') ? settings.text('RECAPTCHA_API_KEY') : null
  return key === null
    ? { captchaRequestedForOffline: false }
    : { captchaRequestedForOffline: true, recaptchaApiKey: key }
}
