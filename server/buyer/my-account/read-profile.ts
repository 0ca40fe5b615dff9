import type { ProfileForm } from '#contract/user.ts'
import type { ProfileChange } from '#domain/buyer/account/change-profile.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { billingOf, given } from '#server/order/order/read-billing.ts'

/** The form of the profile page, as the rules know it. */
export function profileOf(form: ProfileForm): ProfileChange {
  return {
    firstName: lineOrEmpty(form.firstName),
    lastName: lineOrEmpty(form.lastName),
    billing: billingOf(form),
    answers: new Map(Object.entries(form.additionalInfo ?? {}).map(([name, text]) => [name, given(text)])),
  }
}
