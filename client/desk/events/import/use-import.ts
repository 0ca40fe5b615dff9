import { useState } from 'react'
import type { PeopleListForm, PeopleListPlan } from '#contract/desk-people-list.ts'
import { deskBulkJobPagePath, deskPeopleListImportPath, deskPeopleListPlanPath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { useNavigate } from '#client/routing/router.tsx'

/** The plan of an import, and its start: once, however often it is pressed. */
export function useImport(params: { readonly eventId: number; readonly listId: string }, form: PeopleListForm) {
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const [planned, setPlanned] = useState<{ readonly plan: PeopleListPlan; readonly isOther: boolean }>()
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const plan = () => server().call('POST', deskPeopleListPlanPath, { params, body: form })
  return {
    plan: planned?.plan,
    isOther: planned?.isOther ?? false,
    isSending,
    problems,
    dropPlan: () => setPlanned(undefined),
    ask: () =>
      send(plan, answer => {
        setRequestId(crypto.randomUUID())
        setPlanned(answer.kind === 'done' ? { plan: answer.value, isOther: false } : undefined)
      }),
    start: () =>
      send(
        () =>
          server().call('POST', deskPeopleListImportPath, {
            params,
            body: { ...form, seen: planned?.plan.seen ?? '', requestId },
          }),
        async answer => {
          if (answer.kind === 'done') {
            navigate(pathTo(deskBulkJobPagePath, { jobId: String(answer.value.jobId) }))
            return
          }
          // The event or its people have changed meanwhile: what would happen now is shown instead.
          const again = await plan()
          setPlanned(again.kind === 'done' ? { plan: again.value, isOther: true } : undefined)
        },
      ),
  }
}
