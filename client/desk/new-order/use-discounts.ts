import { useState } from 'react'
import type { NewOrderOffer } from '#contract/desk-new-order.ts'
import { deskNewOrderPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'

export type Discounts = NewOrderOffer['discounts']

const discountsQuery = (eventId: number, code: string) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'new-order', 'discounts', code],
    queryFn: async ({ signal }) => {
      const options = { params: { eventId }, query: { code }, signal }
      return (await valueOf(server().call('GET', deskNewOrderPath, options))).discounts
    },
    staleTime: 0,
  })

/** The prices that a typed code lowers, read once its field is left; none while another code is typed. */
export function useDiscounts(eventId: number, typed: string): { discounts: Discounts; applyCode: () => void } {
  const code = typed.trim()
  const [applied, setApplied] = useState('')
  const { data } = useQuery({ ...discountsQuery(eventId, applied), enabled: applied !== '' })
  return { discounts: (code === applied && data) || [], applyCode: () => setApplied(code) }
}
