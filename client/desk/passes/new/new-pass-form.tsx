import { useState } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { deskPassPagePath, deskPassesPath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { AcceptingEvents } from '../../editor/accepting-events.tsx'
import { Form, useProblemOf, useSending } from '../../parts/form.tsx'
import { Acts, Panel, Stack } from '../../parts/work.tsx'
import { type NewPass, EMPTY, isNewPass, requestFor } from './new-pass.ts'
import css from '../pass.module.css'
import { Validity, WhatItIs } from './new-pass-fields.tsx'

const KEPT = 'desk-new-pass'

type NewPassFormProps = { readonly organizations: readonly DeskOrganization[] }

/** Few fields; everything else has a default that the page of the pass shows, and can be changed there. */
export function NewPassForm({ organizations }: NewPassFormProps) {
  const { t, language } = useLanguage()
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const named = useProblemOf(problems)
  const [values, setValues] = useState<NewPass>(() => readKept(organizations))
  const change = (changed: Partial<NewPass>) => {
    const next = { ...values, ...changed }
    setValues(next)
    deviceStorage.write(KEPT, next)
  }
  const problemOf = (...fields: readonly string[]) => fields.map(named).find(Boolean)
  const create = () =>
    send(
      () => server().call('POST', deskPassesPath, { body: requestFor(values, language) }),
      answer => {
        if (answer.kind !== 'done') return
        deviceStorage.remove(KEPT)
        navigate(pathTo(deskPassPagePath, { passId: answer.value.id }))
      },
    )
  const typing = { values, change, problemOf }
  return (
    <div className={css.form}>
      <Form
        problems={problems}
        title={t('foyer.desk.new-pass.refused')}
        onSubmit={create}
        idOf={field => ID_OF[field.replaceAll(/\[\d+\]/g, '')] ?? field}
      >
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
const ID_OF: Readonly<Record<string, string>> = {
  term: 'term-type',
  termType: 'term-type',
  'term.validityFrom': 'validity-from',
  'term.validityTo': 'validity-to',
  'term.numEntries': 'entries',
  maxAvailable: 'available',
  termsAndConditionsUrl: 'terms',
}

/** What was typed before, for the first organisation where it was another. */
function readKept(organizations: readonly DeskOrganization[]): NewPass {
  const kept: unknown = deviceStorage.read(KEPT)
  const values = isNewPass(kept) ? kept : EMPTY
  const isThere = organizations.some(({ id }) => id === values.organizationId)
  return isThere ? values : { ...values, organizationId: organizations[0]?.id ?? 0, events: [] }
}
