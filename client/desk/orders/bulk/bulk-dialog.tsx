import { useEffect, useRef, useState } from 'react'
import type { BulkForm, BulkPlan } from '#contract/desk-orders-bulk.ts'
import { deskBulkJobPagePath, deskOrdersBulkPath, deskOrdersBulkPlanPath, pathTo } from '#contract/paths.ts'
import type { BulkAction } from '#domain/organiser/order-desk/bulk-action.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, type Problems, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { type OrderQuery, filterOf } from '../calls.ts'
import type { Choice } from './use-choice.ts'
import css from './bulk.module.css'

type BulkDialogProps = {
  readonly action: BulkAction
  readonly choice: Choice
  readonly query: OrderQuery
  readonly onClose: () => void
}

const DANGERS: readonly BulkAction[] = ['cancel', 'refund']

/** Says what an action will do with the chosen orders, and starts the job that does it. */
export function BulkDialog({ action, choice, query, onClose }: BulkDialogProps) {
  const t = useT()
  const [tag, setTag] = useState('')
  const [areHoldersNotified, setHoldersNotified] = useState(false)
  const form: BulkForm = {
    action,
    ...(choice.isAll ? { filter: filterOf(query) } : { orderIds: [...choice.ids] }),
    ...(action === 'tag' && { tag }),
    ...(DANGERS.includes(action) && { notifyHolders: areHoldersNotified }),
  }
  const { plan, isOther, isSending, problems, ask, start, dropPlan } = useBulk(form)
  const isFirst = useRef(true)
  useEffect(() => {
    if (action !== 'tag' && isFirst.current) void ask()
    isFirst.current = false
  })
  return (
    <Dialog
      isOpen
      title={t(`foyer.desk.orders.bulk.${action}.title`)}
      onDismiss={onClose}
      actions={
        <Acts action={action} able={plan?.able} isSending={isSending} ask={ask} start={start} onClose={onClose} />
      }
    >
      <Form
        problems={plan ? undefined : problems}
        title={t('foyer.desk.order.act.not')}
        onSubmit={ask}
        idOf={field => `bulk-${field}`}
      >
        <Fields
          action={action}
          tag={tag}
          areHoldersNotified={areHoldersNotified}
          problems={problems}
          onTag={next => {
            dropPlan()
            setTag(next)
          }}
          onHolders={next => {
            dropPlan()
            setHoldersNotified(next)
          }}
        />
      </Form>
      <div aria-live="polite">{plan && <WillHappen plan={plan} isOther={isOther} action={action} />}</div>
    </Dialog>
  )
}

type ActsProps = Pick<BulkDialogProps, 'action' | 'onClose'> & {
  /** With how many orders it can be done; undefined: not planned yet. */
  readonly able: number | undefined
  readonly isSending: boolean
  readonly ask: () => Promise<void>
  readonly start: () => Promise<void>
}

/** The safe button is the first. */
function Acts({ action, able, isSending, ask, start, onClose }: ActsProps) {
  const t = useT()
  return (
    <>
      <Button tone="quiet" onClick={onClose}>
        {t('foyer.desk.leave-it')}
      </Button>
      {able === undefined && (
        <Button busy={isSending} onClick={() => void ask()}>
          {t('foyer.desk.order.act.what')}
        </Button>
      )}
      {able !== undefined && able > 0 && (
        <Button tone={DANGERS.includes(action) ? 'danger' : 'main'} busy={isSending} onClick={() => void start()}>
          {t(`foyer.desk.orders.bulk.${action}.do`, able)}
        </Button>
      )}
    </>
  )
}

type FieldsProps = {
  readonly action: BulkAction
  readonly tag: string
  readonly areHoldersNotified: boolean
  readonly problems: Problems | undefined
  readonly onTag: (tag: string) => void
  readonly onHolders: (areNotified: boolean) => void
}

function Fields({ action, tag, areHoldersNotified, problems, onTag, onHolders }: FieldsProps) {
  const t = useT()
  const problemOf = useProblemOf(problems)
  if (action === 'tag') {
    return (
      <TextField
        id="bulk-tag"
        label={t('foyer.desk.orders.bulk.tag.label')}
        autoComplete="off"
        error={problemOf('tag')}
        value={tag}
        onChange={event => onTag(event.target.value)}
      />
    )
  }
  if (!DANGERS.includes(action)) return null
  return (
    <CheckboxField
      id="bulk-holders"
      label={t('foyer.desk.order.act.holders')}
      checked={areHoldersNotified}
      onChange={event => onHolders(event.target.checked)}
    />
  )
}

/** The plan of an action, and its start: once, however often it is pressed. */
function useBulk(form: BulkForm) {
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const [planned, setPlanned] = useState<{ readonly plan: BulkPlan; readonly isOther: boolean }>()
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  return {
    plan: planned?.plan,
    isOther: planned?.isOther ?? false,
    isSending,
    problems,
    dropPlan: () => setPlanned(undefined),
    ask: () =>
      send(
        () => server().call('POST', deskOrdersBulkPlanPath, { body: form }),
        answer => {
          setRequestId(crypto.randomUUID())
          setPlanned(answer.kind === 'done' ? { plan: answer.value, isOther: false } : undefined)
        },
      ),
    start: () =>
      send(
        () =>
          server().call('POST', deskOrdersBulkPath, { body: { ...form, seen: planned?.plan.seen ?? '', requestId } }),
        async answer => {
          if (answer.kind === 'done') {
            navigate(pathTo(deskBulkJobPagePath, { jobId: String(answer.value.jobId) }))
            return
          }
          // Others have changed the orders meanwhile: what would happen now is shown instead.
          const again = await server().call('POST', deskOrdersBulkPlanPath, { body: form })
          setPlanned(again.kind === 'done' ? { plan: again.value, isOther: true } : undefined)
        },
      ),
  }
}

type WillHappenProps = { readonly plan: BulkPlan; readonly isOther: boolean; readonly action: BulkAction }

function WillHappen({ plan, isOther, action }: WillHappenProps) {
  const { t, language } = useLanguage()
  const count = (number: number) => new Intl.NumberFormat(language).format(number)
  return (
    <>
      {isOther && <Notice tone="bad">{t('foyer.desk.order.act.other')}</Notice>}
      <h3>{t('foyer.desk.order.act.will')}</h3>
      <p>{t(`foyer.desk.orders.bulk.${action}.will`, count(plan.able), count(plan.orders))}</p>
      {plan.sums.length > 0 && (
        <ul className={css.sums}>
          {plan.sums.map(({ provider, currency, orders, amount }) => (
            <li key={`${provider} ${currency}`}>
              <span>
                {t(`foyer.desk.orders.method.${(provider ?? 'NONE').toLowerCase()}`)} · {count(orders)}
              </span>
              <span className="number">{currency === null ? '' : formatAmount(amount, currency, language)}</span>
            </li>
          ))}
        </ul>
      )}
      {plan.leftOut.length > 0 && (
        <>
          <h3>{t('foyer.desk.orders.bulk.left-out')}</h3>
          <ul className={css.sums}>
            {plan.leftOut.map(({ code, message, orders }) => (
              <li key={code}>
                <span>{message}</span>
                <span className="number">{count(orders)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
