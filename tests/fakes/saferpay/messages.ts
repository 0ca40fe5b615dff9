import { outboxOf, statusOf } from '../outbox.ts'
import { type FakePage, type World, pageOf } from './world.ts'

type Message = { readonly path: string; readonly page: FakePage }

/** What Saferpay sends to the shop: a bare GET to the address that it got for it. */
export function messagesOf(world: World, shop: () => string) {
  const send = ({ path, page }: Message): Promise<number> => {
    page.notified += 1
    return statusOf(`${shop()}${path}`)
  }
  const outbox = outboxOf(send, status => status === 200)
  return {
    ...outbox,
    sendMessage: (page: FakePage, end: 'success' | 'fail') => outbox.push({ path: pathOf(page.notify[end]), page }),
    messages: {
      ...outbox.messages,
      forge: (reference: string) => statusOf(`${shop()}${forged(pageOf(world, reference))}`),
    },
  }
}

/** Where it is within the shop, wherever the shop is just now. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}

/** The same address without what only the shop and Saferpay know. */
function forged({ notify: { success } }: FakePage): string {
  const url = new URL(success)
  for (const name of url.searchParams.keys()) if (name === 'key') url.searchParams.set(name, 'a-guess')
  return pathOf(url.href)
}
