import type { Ticket } from '#contract/ticket.ts'
import { checkAttendee } from '#domain/order/reservation/contact.ts'
import type { HolderValues } from './holder-values.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'

/** To whom a ticket goes; `isSameName`: the same person, at another address. */
export type PassingOn = { readonly name: string; readonly email: string; readonly isSameName: boolean }

type Holder = Pick<HolderValues, 'firstName' | 'lastName' | 'email'>

/**
 * What saving these values does: a ticket with a holder goes to another address, where only its new holder has it
 * (lifecycle E). Undefined while it stays where it is, and while what is typed can't be saved.
 */
export function passingOn(
  ticket: Pick<Ticket, 'assigned' | 'locked' | 'firstName' | 'lastName' | 'email'>,
  values: Holder,
): PassingOn | undefined {
  const next = trimmed(values)
  const stored = trimmed(ticket)
  if (!ticket.assigned || ticket.locked || isSame(stored.email, next.email)) return undefined
  if (checkAttendee(next, '').length > 0) return undefined
  const [name, before] = [nameOf(next), nameOf(stored)]
  return { name, email: next.email, isSameName: isSame(name, before) }
}

type Typed = { readonly [Part in keyof Holder]: string | null }

const trimmed = ({ firstName, lastName, email }: Typed) => ({
  firstName: firstName?.trim() ?? '',
  lastName: lastName?.trim() ?? '',
  email: email?.trim() ?? '',
})

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

type PassOnDialogProps = {
  /** Undefined: nothing is asked. */
  readonly passing: PassingOn | undefined
  readonly onKeep: () => void
  readonly onPassOn: () => void
}

/** Asks before the ticket leaves for another address, from where it can't be taken back. */
export function PassOnDialog({ passing, onKeep, onPassOn }: PassOnDialogProps) {
  const t = useT()
  const { name = '', email = '', isSameName = false } = passing ?? {}
  return (
    <Dialog
      isOpen={passing !== undefined}
      title={isSameName ? t('foyer.ticket.send-to.title', email) : t('foyer.ticket.pass-on.title', name)}
      onDismiss={onKeep}
      actions={
        <>
          <Button tone="quiet" onClick={onKeep}>
            {t('foyer.ticket.release.keep')}
          </Button>
          <Button onClick={onPassOn}>{t(isSameName ? 'foyer.ticket.send-to.do' : 'foyer.ticket.pass-on.do')}</Button>
        </>
      }
    >
      <p>{isSameName ? t('foyer.ticket.send-to.text') : t('foyer.ticket.pass-on.text', email)}</p>
    </Dialog>
  )
}
