import { Notice } from '#client/kit/notice/notice.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useMe } from '#client/shop/access/sign-in.tsx'
import type { User } from '#contract/user.ts'
import type { BookingForm } from './use-booking-form.ts'
import { usePrefill } from './use-prefill.ts'
import { useSignIn } from './use-sign-in.ts'

/** Who orders; or, for a buyer who is not signed in, the way to sign in; an account is optional. */
export function BuyerAccount({ form }: { readonly form: BookingForm }) {
  const me = useMe()
  usePrefill(form, me)
  if (me === undefined) return null
  return me ? <SignedIn me={me} /> : <Suggestion form={form} />
}

function SignedIn({ me: { firstName, lastName, emailAddress } }: { readonly me: User }) {
  const t = useT()
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return <p>{t('foyer.account.signed-in', name || emailAddress)}</p>
}

function Suggestion({ form }: { readonly form: BookingForm }) {
  const t = useT()
  const { isSaving, hasFailed, signIn } = useSignIn(form)
  return (
    <>
      <p>
        {t('reservation-page.login.message')}{' '}
        <TextButton busy={isSaving} onClick={() => void signIn()}>
          {t('user.menu.login')}
        </TextButton>
      </p>
      <div role="alert">{hasFailed && <Notice tone="bad">{t('reservation-page.cannot-login.error')}</Notice>}</div>
    </>
  )
}
