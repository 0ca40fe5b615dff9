import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { deskPassPagePath, deskPassesPath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { AcceptingEvents } from '../../editor/accepting-events.tsx'
import { idsOf, useNewOffer } from '../../parts/new-offer.tsx'
import { Acts, Panel, Stack } from '../../parts/work.tsx'
import { KEPT, requestFor } from './new-pass.ts'
import css from '../pass.module.css'
import { Validity, WhatItIs } from './new-pass-fields.tsx'

type NewPassFormProps = { readonly organizations: readonly DeskOrganization[] }

/** Few fields; everything else has a default that the page of the pass shows, and can be changed there. */
export function NewPassForm({ organizations }: NewPassFormProps) {
  const { t, language } = useLanguage()
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const { discard, ...typing } = useNewOffer({ organizations, problems, kept: KEPT })
  const { values, change } = typing
  const create = () =>
    send(
      () => server().call('POST', deskPassesPath, { body: requestFor(values, language) }),
      answer => {
        if (answer.kind !== 'done') return
        discard()
        navigate(pathTo(deskPassPagePath, { passId: answer.value.id }))
      },
    )
  return (
    <div className={css.form}>
      <Form problems={problems} title={t('foyer.desk.new-pass.refused')} onSubmit={create} idOf={idOf}>
        <Stack>
          <WhatItIs {...typing} organizations={organizations} />
          <Validity {...typing} />
          <Panel title={t('foyer.desk.member.events')} id="events">
            <AcceptingEvents
              // Another organisation has other events.
              key={values.organizationId}
              organizationId={values.organizationId}
              accepting={values.events}
              onChange={events => change({ events })}
            />
          </Panel>
          <Acts>
            <Button type="submit" busy={isSending}>
              {t('foyer.desk.new-pass.create')}
            </Button>
          </Acts>
        </Stack>
      </Form>
    </div>
  )
}

/** The control of a field that the server names. */
const idOf = idsOf({
  term: 'term-type',
  termType: 'term-type',
  'term.validityFrom': 'validity-from',
  'term.validityTo': 'validity-to',
  'term.numEntries': 'entries',
  maxAvailable: 'available',
  termsAndConditionsUrl: 'terms',
})
