import { useState } from 'react'
import type { Sale } from '#contract/box-office.ts'
import { boxMailPath } from '#contract/paths.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type MailSaleProps = {
  readonly sale: Sale
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly onMailed: (sale: Sale) => void
}

/** Mails the tickets to an address. */
export function MailSale({ sale, calls, onMailed }: MailSaleProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [email, setEmail] = useState(sale.email ?? '')
  const [sentTo, setSentTo] = useState<string>()
  const mail = () =>
    send(
      () =>
        ask(calls, (opened, signal) =>
          opened.call('POST', boxMailPath, { params: { saleId: sale.id }, body: { email }, signal }),
        ),
      result => {
        if (result.kind !== 'done') return
        setSentTo(email)
        onMailed(result.value)
      },
    )
  return (
    <section className={css.sheet} aria-label={t('foyer.box.mail')}>
      <Form problems={problems} title={t('foyer.box.not-done')} onSubmit={mail}>
        <TextField
          id="email"
          type="email"
          label={t('foyer.box.mail')}
          hint={t('foyer.box.mail.hint')}
          error={problemOf('email')}
          autoComplete="off"
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
        <div>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.box.mail.do')}
          </Button>
        </div>
        <div role="status">{sentTo !== undefined && t('foyer.box.mail.done', sentTo)}</div>
      </Form>
    </section>
  )
}
