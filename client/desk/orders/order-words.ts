import type { ListedDeskOrder } from '#contract/desk-order.ts'
import { has } from '#domain/order/reservation/states.ts'
import { isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import type { Translate } from '#client/language/language-context.ts'
import { isZero } from '#client/language/formats.ts'
import type { Dates } from '#domain/foundation/language/dates.ts'

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'off'

const DAY_MS = 86_400_000

/** The state of an order in a word or two: what needs a person first. */
export function stateOfOrder(order: ListedDeskOrder, t: Translate, dates: Dates): { text: string; tone: Tone } {
  const { needs, group, dueAt, money } = order
  if (needs.includes('PAYMENT_UNKNOWN')) return { text: t('foyer.desk.order.state.unknown'), tone: 'bad' }
  if (needs.includes('PAYMENT_REVIEW')) return { text: t('foyer.desk.order.state.review'), tone: 'bad' }
  if (needs.includes('TRANSFER_LATE') && dueAt !== null) {
    const late = Math.max(1, Math.floor((Date.now() - dueAt) / DAY_MS))
    return {
      text: t(late === 1 ? 'foyer.desk.order.state.late.one' : 'foyer.desk.order.state.late', late),
      tone: 'warn',
    }
  }
  switch (group) {
    case 'AWAITED':
      return {
        text:
          dueAt === null ? t('foyer.desk.order.state.awaited') : t('foyer.desk.order.state.due', dates.shortDay(dueAt)),
        tone: 'off',
      }
    case 'OPEN':
      return { text: t(`foyer.desk.order.state.${has(order, 'isOpen') ? 'open' : 'being-paid'}`), tone: 'off' }
    case 'ENDED':
      return { text: t('foyer.desk.order.state.ended'), tone: 'off' }
    default:
      return completeState(money, t)
  }
}

function completeState(money: ListedDeskOrder['money'], t: Translate): { text: string; tone: Tone } {
  if (money === null) return { text: t('foyer.desk.order.state.confirmed'), tone: 'good' }
  if (money.isRefundOpen) return { text: t('foyer.desk.order.state.refunding'), tone: 'warn' }
  if (!isZero(money.refunded)) {
    const isWhole = money.refunded === money.total
    return {
      text: t(`foyer.desk.order.state.${isWhole ? 'refunded' : 'part-refunded'}`),
      tone: isWhole ? 'off' : 'good',
    }
  }
  if (isZero(money.total)) return { text: t('foyer.desk.order.state.free'), tone: 'good' }
  const isAtDesk = money.method !== null && isPaidAtDesk(money.method)
  return { text: t(`foyer.desk.order.state.${isAtDesk ? 'at-desk' : 'paid'}`), tone: isAtDesk ? 'plain' : 'good' }
}

/** Whom an order is called by: its buyer, or what is known instead. */
export function nameOfOrder(order: ListedDeskOrder, t: Translate): string {
  if (order.isErased) return t('foyer.desk.order.name.erased')
  return order.name || order.email || t('foyer.desk.order.name.none')
}
