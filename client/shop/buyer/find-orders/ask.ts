import { orderLinksPath } from '#contract/account-paths.ts'
import type { OrderLinksForm } from '#contract/order-links.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** Has the links of all orders of an address sent to it; the answer does not show whether there are any. */
export function askForOrderLinks(form: OrderLinksForm): Promise<CallResult<boolean>> {
  return server().callWrapped('POST', orderLinksPath, { body: form })
}
