import { type ReactNode, useState } from 'react'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { CheckboxField, FieldFrame, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { deskBulkJobPagePath, deskEventCancelPath, deskEventPagePath, pathTo } from '#contract/paths.ts'
import { Acts, Panel, Stack } from '../../parts/work.tsx'

type CancelFormProps = {
  readonly eventId: number
  readonly isAllowed: boolean
  /** What will happen. */
  readonly children: ReactNode
}

/** Asks for a text to buyers, and for a second thought: what is cancelled stays so. */
export function CancelForm({ eventId, isAllowed, children }: CancelFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [text, setText] = useState('')
  const [isSure, setSure] = useState(false)
  const [missing, setMissing] = useState<string>()
  const cancel = () => {
    if (!isSure) return setMissing(t('foyer.desk.cancel.sure.missing'))
    return send(
      () => server().call('POST', deskEventCancelPath, { params: { eventId }, body: { text } }),
      result => {
        if (result.kind === 'done') navigate(pathTo(deskBulkJobPagePath, { jobId: result.value.jobId }))
      },
    )
  }
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={cancel}>
      <Stack>
        {children}
        {isAllowed && (
          <Panel title={t('foyer.desk.cancel.title')}>
            <Stack>
              <TextToBuyers text={text} setText={setText} error={problemOf('text')} />
              <CheckboxField
                id="sure"
                label={t('foyer.desk.cancel.sure')}
                error={isSure ? undefined : missing}
                checked={isSure}
                onChange={event => setSure(event.target.checked)}
              />
              <Acts>
                <Button type="submit" tone="danger" busy={isSending}>
                  {t('foyer.desk.cancel.do')}
                </Button>
                <ButtonLink tone="quiet" to={pathTo(deskEventPagePath, { eventId })}>
                  {t('foyer.desk.leave-it')}
                </ButtonLink>
              </Acts>
            </Stack>
          </Panel>
        )}
      </Stack>
    </Form>
  )
}

type TextToBuyersProps = {
  readonly text: string
  readonly setText: (text: string) => void
  readonly error: string | undefined
}

function TextToBuyers({ text, setText, error }: TextToBuyersProps) {
  const t = useT()
  const texts = {
    id: 'text',
    label: t('foyer.desk.cancel.text'),
    optional: t('foyer.desk.optional'),
    hint: t('foyer.desk.cancel.text.hint'),
    error,
  }
  return (
    <FieldFrame {...texts}>
      <textarea
        {...controlProps(texts)}
        dir="auto"
        rows={5}
        value={text}
        onChange={event => setText(event.target.value)}
      />
    </FieldFrame>
  )
}
