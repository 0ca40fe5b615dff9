import { Suspense, lazy, useSyncExternalStore } from 'react'
import { robotChecks } from '#client/frame/calls/robot-checks.ts'

/** Fetched by those few visitors who are asked for a robot check. */
const ChallengeDialog = lazy(async () => {
  const { ChallengeDialog: component } = await import('./challenge-dialog.tsx')
  return { default: component }
})

/** Where the robot check appears that a call waits for. */
export function ChallengeHost() {
  const check = useSyncExternalStore(robotChecks.subscribe, robotChecks.openCheck, () => undefined)
  if (!check) return null
  return (
    <Suspense fallback={null}>
      <ChallengeDialog onSettled={check.settle} />
    </Suspense>
  )
}
