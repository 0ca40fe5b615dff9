import { useEffect, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './challenge.module.css'
import { CheckFrame } from './check-frame.tsx'
import { solveChallenge } from './solve-challenge.ts'

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
