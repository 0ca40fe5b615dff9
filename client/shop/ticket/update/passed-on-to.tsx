import { useEffect, useRef } from 'react'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { BackToOrder } from '../back-to-order.tsx'
import type { PassingOn } from '../holder/passing-on.ts'

type PassedOnToProps = {
  readonly to: PassingOn
  /** Mails of an event that is over are not sent. */
  readonly isMailed: boolean
}

/** After it was passed on the ticket is its new holder's alone: to whom it went, and no way to it (lifecycle E). */
export function PassedOnTo({ to: { name, email, isSameName }, isMailed }: PassedOnToProps) {
  const t = useT()
  const title = isSameName ? t('foyer.ticket.sent-to') : t('foyer.ticket.passed-on-to', name)
  useTabTitle(title)
  // The address stays the same, so that the heading takes the focus by itself.
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.querySelector('h1')?.focus(), [])
  return (
    <Sheet>
      <div ref={sheet}>
        <Blank title={<PageTitle>{title}</PageTitle>} action={<BackToOrder />}>
          {isMailed && <p>{t('foyer.ticket.passed-on-to.text', email)}</p>}
        </Blank>
      </div>
    </Sheet>
  )
}
