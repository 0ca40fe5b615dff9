import { deskSamplePath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { type Problems, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { problemText } from '#client/frame/calls/call-result.ts'
import { useT } from '#client/language/language-context.ts'

type SampleProps = { readonly onChanged: () => unknown }

/** Fills an empty shop, so that a newcomer can look around. */
export function SampleOffer({ onChanged }: SampleProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const load = () =>
    send(
      () => server().call('POST', deskSamplePath),
      answer => answer.kind === 'done' && onChanged(),
    )
  return (
    <>
      <p className="soft">{t('foyer.desk.sample.text')}</p>
      <Refused problems={problems} />
      <Button tone="quiet" busy={isSending} onClick={() => void load()}>
        {t('foyer.desk.sample.load')}
      </Button>
    </>
  )
}

/** Says that the shop shows the sample, and removes it again. */
export function SampleNotice({ onChanged }: SampleProps) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const remove = () =>
    send(
      () => server().call('DELETE', deskSamplePath),
      async answer => {
        if (answer.kind !== 'done') return
        const { kept } = answer.value
        toast(kept.length === 0 ? t('foyer.desk.sample.removed') : t('foyer.desk.sample.kept', kept.join(', ')), 'good')
        await onChanged()
      },
    )
  return (
    <Notice
      action={
        <Button tone="quiet" busy={isSending} onClick={() => void remove()}>
          {t('foyer.desk.sample.remove')}
        </Button>
      }
    >
      {t('foyer.desk.sample.loaded')}
      <Refused problems={problems} />
    </Notice>
  )
}

function Refused({ problems }: { readonly problems: Problems | undefined }) {
  const t = useT()
  const entries = (problems?.list ?? []).map(problem => ({ text: problemText(t, problem) }))
  return (
    <ErrorSummary
      title={t('foyer.desk.need.not-done')}
      entries={entries}
      occasion={problems}
      status={problems?.status}
    />
  )
}
