import { useState } from 'react'
import { useT } from '#client/language/language-context.ts'
import { pathTo } from '#contract/paths.ts'
import { ticketCodePath } from '#contract/ticket-paths.ts'
import { type TicketPlace, paramsOf } from './calls.ts'

type TicketCodeProps = {
  readonly place: TicketPlace
  /** Full name, for readers who do not see the picture. */
  readonly holder: string
}

/** The picture that opens the door; where it does not load, words say where else it is. */
export function TicketCode({ place, holder }: TicketCodeProps) {
  const t = useT()
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <p>{t('foyer.ticket.no-code')}</p>
  return (
    <img
      src={pathTo(ticketCodePath, paramsOf(place))}
      alt={t('foyer.ticket.code', holder)}
      width={304}
      height={304}
      onError={() => setIsBroken(true)}
    />
  )
}
