import { useState } from 'react'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import type { SponsorLead } from '#contract/sponsor.ts'
import type { SponsorDevice } from './sponsor-device.ts'
import css from './sponsor.module.css'

type RemoveLeadProps = { readonly lead: SponsorLead; readonly device: SponsorDevice }

/** Removes a person who was scanned by mistake: after a second press, because the notes are deleted, too. */
export function RemoveLead({ lead, device }: RemoveLeadProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [isSure, setSure] = useState(false)
  const remove = async () => {
    if (!isSure) return setSure(true)
    await send(
      () => device.remove(lead),
      () => undefined,
    )
  }
  return (
    <Form problems={problems} title={t('foyer.sponsor.not-done')} onSubmit={remove}>
      <p role="status">{isSure && t('foyer.sponsor.remove.what', lead.name)}</p>
      <div className={css.acts}>
        <Button type="submit" tone={isSure ? 'danger' : 'quiet'} busy={isSending}>
          {t(isSure ? 'foyer.sponsor.remove.do' : 'foyer.sponsor.remove')}
          <span className="unseen">: {lead.name}</span>
        </Button>
        {isSure && <TextButton onClick={() => setSure(false)}>{t('foyer.sponsor.remove.keep')}</TextButton>}
      </div>
    </Form>
  )
}
