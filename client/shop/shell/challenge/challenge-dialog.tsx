import { useQueryAndProgress } from '#client/frame/calls/use-query.tsx'
import type { Info } from '#contract/info.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { useT } from '#client/language/language-context.ts'
import { ServiceWidget, type Widget } from './service-widget.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import type { Solution } from 'altcha-lib'
import type { AltchaChallenge } from '#contract/challenge.ts'
import { challengePath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import css from './challenge.module.css'

type ChallengeDialogProps = { readonly onSettled: (proof: string | undefined) => void }

/** The robot check in force. It may have been switched on a moment ago, so that info is read anew. */
export function ChallengeDialog({ onSettled }: ChallengeDialogProps) {
  const t = useT()
  const { data: info, isFetching } = useQueryAndProgress({ ...infoQuery(), staleTime: 0 })
  const isEnabled = info?.challengeConfiguration.enabled === true
  if (!isEnabled && isFetching) return null
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

type AltchaCheckProps = { readonly onSettled: (proof: string | undefined) => void }

/** The robot check of our own asks nothing of the visitor: the browser does some work by itself, and says so. */
export function AltchaCheck({ onSettled }: AltchaCheckProps) {
  const t = useT()
  const { hasFailed, again } = useWork(onSettled)
  const isOpen = useLongerThanAMoment() || hasFailed
  return (
    <CheckFrame isOpen={isOpen} onDismiss={() => onSettled(undefined)}>
      {hasFailed ? (
        <>
          <p role="alert">{t('foyer.robot-check.failed')}</p>
          <Button tone="quiet" onClick={again}>
            {t('foyer.unreachable.retry')}
          </Button>
        </>
      ) : (
        <p role="status" className={css.working}>
          {t('foyer.robot-check.working')}
          <progress aria-label={t('challenge.modal.title')} />
        </p>
      )}
    </CheckFrame>
  )
}

function useWork(onSolved: (proof: string) => void) {
  const [attempt, setAttempt] = useState(1)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const work = new AbortController()
    solveChallenge(work.signal).then(onSolved, () => {
      if (!work.signal.aborted) setHasFailed(true)
    })
    return () => work.abort()
  }, [attempt, onSolved])
  const again = () => {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }
  return { hasFailed, again }
}

/** What is over in half a second is not worth a dialog. */
function useLongerThanAMoment(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), 500)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

type CheckFrameProps = {
  readonly isOpen?: boolean
  readonly isModal?: boolean
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** What surrounds every robot check. Escape and "not now" lead out, back to a page where nothing is lost. */
export function CheckFrame({ isOpen = true, isModal = true, onDismiss, children }: CheckFrameProps) {
  const t = useT()
  return (
    <Dialog
      isOpen={isOpen}
      isModal={isModal}
      title={t('challenge.modal.title')}
      onDismiss={onDismiss}
      actions={
        <Button tone="quiet" onClick={onDismiss}>
          {t('foyer.robot-check.skip')}
        </Button>
      }
    >
      <p>{t('challenge.modal.text')}</p>
      <div className={css.check}>{children}</div>
    </Dialog>
  )
}

/** What the worker answers: null when it found nothing. */
export type Found = { readonly solution: Solution | null }

/** Fetches work and has it done beside the page; returns the token of header Alfio-Verification. */
export async function solveChallenge(signal: AbortSignal): Promise<string> {
  const challenge = await valueOf(server().call('GET', challengePath, { signal }))
  const solution = await workOn(challenge, signal)
  return btoa(JSON.stringify({ challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }))
}

function workOn(challenge: AltchaChallenge, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data: { solution } }: MessageEvent<Found>) => {
      if (solution) resolve(solution)
      else reject(new Error('no key was found'))
    })
    worker.addEventListener('error', event => reject(new Error(event.message)))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
