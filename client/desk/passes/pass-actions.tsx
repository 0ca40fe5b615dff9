import { useState } from 'react'
import type { DeskPass, PassPlan } from '#contract/desk-pass.ts'
import {
  deskPassActionPath,
  deskPassDuplicatePath,
  deskPassFilePath,
  deskPassPagePath,
  deskPassPlanPath,
  pathTo,
} from '#contract/paths.ts'
import { explain, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { Duplicate } from '../parts/duplicate.tsx'
import { More } from '../parts/more.tsx'
import { Stack } from '../parts/work.tsx'

type PassActionsProps = { readonly pass: DeskPass; readonly reload: () => Promise<unknown> }

type Action = PassPlan['action']

/** What a pass of this status can become; the first is what most want. */
const ACTIONS: Readonly<Record<DeskPass['status'], readonly [Action, ...Action[]]>> = {
  DRAFT: ['publish', 'disable'],
  PUBLIC: ['unpublish', 'disable'],
  DISABLED: ['publish', 'unpublish'],
}

/** What is done about a pass, each once however often it is pressed. */
function useActions({ pass, reload }: PassActionsProps) {
  const t = useT()
  const toast = useToast()
  const { send, isSending } = useSending()
  const [plan, setPlan] = useState<PassPlan>()
  const failed = (answer: Parameters<typeof explain>[0]) =>
    toast(
      explain(answer)
        .map(each => problemText(t, each))
        .join(' '),
      'bad',
    )
  const params = (action: Action) => ({ params: { passId: pass.id, action } })
  return {
    plan,
    isSending,
    dropPlan: () => setPlan(undefined),
    ask: (action: Action) =>
      send(
        () => server().call('GET', deskPassPlanPath, params(action)),
        answer => (answer.kind === 'done' ? setPlan(answer.value) : failed(answer)),
      ),
    act: (action: Action) =>
      send(
        () => server().call('POST', deskPassActionPath, params(action)),
        async answer => {
          setPlan(undefined)
          if (answer.kind === 'done') toast(t(`foyer.desk.pass.done.${action}`), 'good')
          else failed(answer)
          await reload()
        },
      ),
  }
}

/** Publish, take off the lists, take off sale and duplicate: each says first what will happen. The others are behind one button. */
export function PassActions({ pass, reload }: PassActionsProps) {
  const t = useT()
  const { plan, isSending, dropPlan, ask, act } = useActions({ pass, reload })
  const [isDuplicating, setDuplicating] = useState(false)
  const buttonFor = (action: Action) => (
    <Button
      key={action}
      tone={action === 'publish' ? 'main' : 'quiet'}
      busy={isSending}
      onClick={() => void ask(action)}
    >
      {t(`foyer.desk.pass.act.${action}`)}
    </Button>
  )
  const [first, ...others] = ACTIONS[pass.status]
  return (
    <>
      {buttonFor(first)}
      <More>
        {others.map(buttonFor)}
        <Button tone="quiet" onClick={() => setDuplicating(true)}>
          {t('foyer.desk.act.duplicate')}
        </Button>
        <ButtonAnchor
          tone="quiet"
          href={pathTo(deskPassFilePath, { passId: pass.id })}
          download={`pass-${pass.id}.yaml`}
        >
          {t('foyer.desk.download-file.pass')}
        </ButtonAnchor>
      </More>
      {isDuplicating && <DuplicatePass pass={pass} onClose={() => setDuplicating(false)} />}
      {plan && (
        <Dialog
          isOpen
          title={t(`foyer.desk.pass.plan.${plan.action}`)}
          onDismiss={dropPlan}
          actions={
            <>
              <Button tone="quiet" onClick={dropPlan}>
                {t('foyer.desk.leave-it')}
              </Button>
              {plan.isAllowed && (
                <Button busy={isSending} onClick={() => void act(plan.action)}>
                  {t(`foyer.desk.pass.act.${plan.action}`)}
                </Button>
              )}
            </>
          }
        >
          <PlanOfPass plan={plan} />
        </Dialog>
      )}
    </>
  )
}

/** Leads to the copy, where it is edited. */
function DuplicatePass({ pass, onClose }: { readonly pass: DeskPass; readonly onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Duplicate
      title={t('foyer.desk.edit.duplicate-pass')}
      text={t('foyer.desk.edit.duplicate-pass.text')}
      label={t('foyer.desk.member.onSaleFrom')}
      startsAt={pass.file.onSaleFrom ?? ''}
      call={onSaleFrom =>
        server().call('POST', deskPassDuplicatePath, { params: { passId: pass.id }, body: { onSaleFrom } })
      }
      onMade={({ id }) => {
        onClose()
        navigate(pathTo(deskPassPagePath, { passId: id }))
      }}
      onClose={onClose}
    />
  )
}

/** What an action will do, or why it is refused, and what else to know. */
function PlanOfPass({ plan: { action, isAllowed, refusals, notes } }: { readonly plan: PassPlan }) {
  const t = useT()
  return (
    <Stack>
      {isAllowed ? (
        <p>{t(`foyer.desk.pass.plan.${action}.text`)}</p>
      ) : (
        <Notice tone="bad">
          <ul>
            {refusals.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notes.map(({ code, message }) => (
        <p key={code + message} className="soft">
          {message}
        </p>
      ))}
    </Stack>
  )
}
