import { Suspense, lazy } from 'react'
import { isSignInOffered } from '#client/shop/access/account-slot.tsx'
import type { BookingForm } from './use-booking-form.ts'
import css from './book.module.css'

/** A shop without sign-in fetches nothing of it. */
const BuyerAccount = lazy(async () => ({ default: (await import('./buyer-account.tsx')).BuyerAccount }))

/** Where sign-in is offered: who orders, or the way to say so. Its place is kept, so that nothing moves when it comes. */
export function BuyerAccountSlot({ form }: { readonly form: BookingForm }) {
  if (!isSignInOffered()) return null
  return (
    <div className={css.account}>
      <Suspense>
        <BuyerAccount form={form} />
      </Suspense>
    </div>
  )
}
