import { expect } from 'vitest'
import { listDeskOrders } from '#contract/desk-order.ts'
import type { ListedDeskOrder } from '#contract/desk-order.ts'
import { type DeskOrder, readDeskOrder } from '#contract/desk-order-detail.ts'
import type { MemberRole } from '#domain/access/principal/principal.ts'
import type { TestShop } from '../shop/test-shop.ts'
import { enterDesk } from './desk.ts'

export type AtDesk = Awaited<ReturnType<typeof enterDesk>>

type OrderList = { readonly orders: ListedDeskOrder[]; readonly nextCursor: string | null; readonly counts: unknown }

/** A member of an organisation at the desk, and what they read of its orders. */
export async function aDeskMember(served: TestShop, organizationId: number, role: MemberRole) {
  const scope = { kind: 'organization', organizationId } as const
  const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.org`
  const desk = await enterDesk(served, { email, given: { role, scope }, name: `Member ${role}` })
  return {
    ...desk,
    orders: async (query: Record<string, string> = {}): Promise<OrderList> => {
      const { status, body } = await desk.ask(listDeskOrders, { query })
      expect(status, JSON.stringify(body)).toBe(200)
      return body as OrderList
    },
    order: async (orderId: string): Promise<DeskOrder> => {
      const { status, body } = await desk.ask(readDeskOrder, { params: { orderId } })
      expect(status, JSON.stringify(body)).toBe(200)
      return body as DeskOrder
    },
  }
}
