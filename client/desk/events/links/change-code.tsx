import { useState } from 'react'
import type { EventLink } from '#contract/desk-links.ts'
import { deskEventLinkPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './links.module.css'

type ChangeCodeProps = {
  readonly eventId: number
  readonly link: EventLink
  readonly codes: readonly string[]
  /** The link was changed, by this member or another one. */
  readonly onDone: () => unknown
}

/** The promo code of a link, to be changed; its name stays. */
export function ChangeCode({ eventId, link: { id, code: seen }, codes, onDone }: ChangeCodeProps) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [code, setCode] = useState(seen ?? '')
  const control = `code-${id}`
  const save = () =>
    send(
      () =>
        server().call('PUT', deskEventLinkPath, {
          params: { eventId, linkId: id },
          body: { code: code === '' ? null : code, seen },
        }),
      async ({ kind }) => {
        if (kind === 'conflict') toast(t('foyer.desk.links.edit.meanwhile'), 'bad')
        if (kind === 'done' || kind === 'conflict') await onDone()
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={save} idOf={() => control}>
      <div className={css.form}>
        <CodeChoice
          id={control}
          hint={t('foyer.desk.links.edit.hint')}
          codes={seen === null || codes.includes(seen) ? codes : [seen, ...codes]}
          code={code}
          error={problemOf('code')}
          onChoose={setCode}
        />
        <div>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.save')}
          </Button>
        </div>
      </div>
    </Form>
  )
}

type CodeChoiceProps = {
  readonly id: string
  readonly hint: string
  readonly codes: readonly string[]
  readonly code: string
  readonly error: string | undefined
  readonly onChoose: (code: string) => void
}

/** One of the promo codes of an event, or none. */
export function CodeChoice({ id, hint, codes, code, error, onChoose }: CodeChoiceProps) {
  const t = useT()
  return (
    <SelectField
      id={id}
      label={t('foyer.desk.links.code')}
      optional={t('foyer.desk.optional')}
      hint={hint}
      error={error}
      value={code}
      onChange={event => onChoose(event.target.value)}
    >
      <option value="">{t('foyer.desk.links.edit.none')}</option>
      {codes.map(one => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  )
}
