import type { Messages } from '../provider-fake.ts'
import { type FakePage, type World, pageOf } from './world.ts'

type Message = { readonly path: string; readonly page: FakePage }

type Outbox = { readonly messages: Messages; tell: World['tell']; settled(): Promise<void> }

/** What Saferpay sends to the shop: a bare GET to the address that it got for it. */
export function outboxOf(world: World, shop: () => string): Outbox {
  let waiting: Message[] = []
  let undelivered: Message[] = []
  let isAutomatic = false
  let sending: Promise<unknown> = Promise.resolve()

  const send = async ({ path, page }: Message): Promise<number> => {
    page.notified += 1
    return call(path)
  }
  const call = async (path: string): Promise<number> => {
    const response = await fetch(`${shop()}${path}`).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    return response?.status ?? 0
  }
  const deliver = async (messages: readonly Message[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const message of messages) {
      const status = await send(message)
      statuses.push(status)
      if (status !== 200) undelivered.push(message)
    }
    return statuses
  }
  const take = (): Message[] => {
    const taken = waiting
    waiting = []
    return taken
  }
  const flush = () => (sending = sending.then(() => deliver(take())))
  return {
    tell(page, end) {
      waiting.push({ path: pathOf(page.notify[end]), page })
      if (isAutomatic) void flush()
    },
    settled: async () => void (await sending),
    messages: {
      automatic(isOn) {
        isAutomatic = isOn
        if (isOn) void flush()
      },
      waiting: () => waiting.length,
      deliver(how = 'in-order') {
        const messages = how === 'reversed' ? take().toReversed() : take()
        return deliver(how === 'twice' ? messages.flatMap(message => [message, message]) : messages)
      },
      redeliver() {
        const messages = undelivered
        undelivered = []
        return deliver(messages)
      },
      drop: () => void take(),
      forge: reference => call(forged(pageOf(world, reference))),
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
