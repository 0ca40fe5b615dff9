import { useQuery } from '@tanstack/react-query'
import type { Info } from '#contract/info.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { useT } from '#client/language/language-context.ts'
import { AltchaCheck } from './altcha-check.tsx'
import { CheckFrame } from './check-frame.tsx'
import { ServiceWidget, type Widget } from './service-widget.tsx'

type ChallengeDialogProps = { readonly onSettled: (proof: string | undefined) => void }

/** The robot check in force. It may have been switched on a moment ago, so that info is read anew. */
export function ChallengeDialog({ onSettled }: ChallengeDialogProps) {
  const t = useT()
  const { data: info, isFetching } = useQuery({ ...infoQuery(), staleTime: 0 })
  const isKnown = info?.challengeConfiguration.enabled === true
  if (!isKnown && isFetching) return null
  if (info?.challengeConfiguration.providerId === 'altcha') return <AltchaCheck onSettled={onSettled} />
  const widget = info && widgetOf(info)
  return (
    // The pictures of reCAPTCHA appear beside the dialog, where a modal one would keep visitors from reaching them.
    <CheckFrame isModal={widget?.kind !== 'recaptcha'} onDismiss={() => onSettled(undefined)}>
      {widget ? (
        <ServiceWidget widget={widget} onAnswer={onSettled} />
      ) : (
        <p role="alert">{t('foyer.robot-check.failed')}</p>
      )}
    </CheckFrame>
  )
}

function widgetOf({ challengeConfiguration: { providerId }, robotCheckWidgets }: Info): Widget | undefined {
  if (providerId !== 'turnstile' && providerId !== 'recaptcha') return undefined
  const found = robotCheckWidgets[providerId]
  return found ? { kind: providerId, ...found } : undefined
}
