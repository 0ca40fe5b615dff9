import { useState } from 'react'
import type { OrderActionName } from '#contract/desk-order-action.ts'
import { has } from '#domain/order/reservation/states.ts'
import { Button } from '#client/kit/button/button.tsx'
import { isZero } from '#client/language/formats.ts'
import { useT } from '#client/language/language-context.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ChangeCategory, isMovable } from './change-category.tsx'
import { CorrectPerson } from './correct-person.tsx'
import type { PartProps } from './part.ts'
import { ExtendTransfer } from './extend-transfer.tsx'
import { Refund } from './refund.tsx'
import { useAction } from './use-action.ts'
import css from './drawer.module.css'

/** What can be done about an order now; the server has the last word. */
function offered(order: PartProps['order']): OrderActionName[] {
  const { money, sums } = order
  const maySeeMoney = money !== null
  const isAwaited = has(order, 'canTransferArrive')
  const isStanding = isAwaited || has(order, 'isComplete')
  const isMailed = has(order, 'isFinalized') && !has(order, 'isCancelled') && !order.isErased
  const all: readonly [OrderActionName, boolean][] = [
    ['confirm-transfer', maySeeMoney && isAwaited],
    ['extend-transfer', maySeeMoney && has(order, 'hasTransferDeadline')],
    ['resend', isMailed],
    ['correct-buyer', isMailed && !has(order, 'hasEnded')],
    [
      'refund',
      maySeeMoney && ((sums !== null && !isZero(sums.left)) || (has(order, 'isComplete') && order.seats.length > 1)),
    ],
    [
      'change-category',
      maySeeMoney && has(order, 'isComplete') && order.categories.length > 1 && order.seats.some(isMovable),
    ],
    ['cancel', maySeeMoney && (isStanding || has(order, 'needsOrganiser') || has(order, 'isOpen'))],
  ]
  return all.flatMap(([name, isOffered]) => (isOffered ? [name] : []))
}

/** Each of them says first what it will do. */
export function Actions({ order, reload }: PartProps) {
  const t = useT()
  const [opened, setOpened] = useState<OrderActionName>()
  const names = offered(order)
  if (names.length === 0) return null
  const close = () => setOpened(undefined)
  return (
    <div className={css.acts}>
      {names.map(name => (
        <Button
          key={name}
          tone={name === 'confirm-transfer' ? 'main' : name === 'cancel' ? 'danger' : 'quiet'}
          onClick={() => setOpened(name)}
        >
          {t(`foyer.desk.order.act.${name}.short`)}
        </Button>
      ))}
      {opened !== undefined && <Opened name={opened} order={order} reload={reload} onClose={close} />}
    </div>
  )
}

type OpenedProps = PartProps & { readonly name: OrderActionName; readonly onClose: () => void }

function Opened({ name, order, reload, onClose }: OpenedProps) {
  switch (name) {
    case 'refund':
      return <Refund order={order} reload={reload} onClose={onClose} />
    case 'extend-transfer':
      return <ExtendTransfer order={order} reload={reload} onClose={onClose} />
    case 'change-category':
      return <ChangeCategory order={order} reload={reload} onClose={onClose} />
    case 'correct-buyer':
      return <CorrectPerson order={order} reload={reload} onClose={onClose} />
    default:
      return <PlainAction name={name} order={order} reload={reload} onClose={onClose} />
  }
}

function PlainAction({ name, order, reload, onClose }: OpenedProps) {
  const action = useAction(order.id, async () => {
    await reload()
    onClose()
  })
  return (
    <ActionDialog name={name} action={action} form={{ action: name }} isDanger={name === 'cancel'} onClose={onClose} />
  )
}
