import type { User } from '#contract/user.ts'
import type { Account } from '#domain/buyer/account/account.ts'
import { presentBilling } from '#server/order/order/present-billing.ts'

export function presentUser({ firstName, lastName, email, profile }: Account): User {
  return {
    firstName,
    lastName,
    emailAddress: email ?? '',
    external: true,
    profile: profile && {
      billingDetails: presentBilling(profile.billing),
      additionalData: Object.fromEntries(
        Object.entries(profile.answers).map(([name, { label, values }]) => [
          name,
          { label: { ...label }, values: [...values] },
        ]),
      ),
    },
  }
}
