import { type ReactNode, useState } from 'react'
import { useT } from '#client/language/language-context.ts'
import { PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { NarrowWork } from '../parts/work.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

type SignInProps = {
  /** Why, where the member had signed in before. */
  readonly reason?: string
  readonly onSignedIn: () => unknown
}

/** Password, and then the second factor where the member has one; or a passkey alone. */
export function SignIn({ reason, onSignedIn }: SignInProps) {
  const t = useT()
  const [ticket, setTicket] = useState<string>()
  useHouseTitle(t('foyer.desk.sign-in.title'))
  const title: ReactNode = t(ticket === undefined ? 'foyer.desk.sign-in.title' : 'foyer.desk.sign-in.code.title')
  return (
    <NarrowWork>
      <PageTitle>{title}</PageTitle>
      {reason !== undefined && <p className="soft">{reason}</p>}
      {ticket === undefined ? (
        <PasswordStep onDone={found => (found === null ? onSignedIn() : setTicket(found))} />
      ) : (
        <CodeStep ticket={ticket} onDone={onSignedIn} onBeginAgain={() => setTicket(undefined)} />
      )}
    </NarrowWork>
  )
}
