import { callsOf, eventOf, pageOf } from './ticket-addresses.ts'
import { type Keeping, copyOf, type ticketCopies } from './ticket-copies.ts'
import { type Surroundings, isGone } from './surroundings.ts'

type Copies = ReturnType<typeof ticketCopies>

/** After which pauses a ticket that could not be kept is tried again: a connection in a hall fails often and for seconds. */
export const AGAIN_AFTER_MS = [2_000, 10_000] as const

/** Stores opened tickets, and deletes them when their time is over. One thing is done after the other. */
export function ticketKeeper(around: Surroundings, copies: Copies) {
  const { scope, page } = around
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }

  const reach = (address: string): Promise<Response | undefined> =>
    around.fetch(address, { credentials: 'same-origin' }).catch(() => undefined)

  async function drop(ticketId: string): Promise<true> {
    if (!(await copies.drop(ticketId))) around.onEmpty()
    return true
  }

  /** Returns whether it is settled: the ticket is kept, or must not be. */
  async function keep({ ticketId, until, language }: Keeping): Promise<boolean> {
    if (until <= around.now()) return drop(ticketId)
    const calls = callsOf(scope, ticketId)
    const data = await reach(calls.data)
    if (data && isGone(data)) return drop(ticketId)
    const html = await reach(`${pageOf(scope, ticketId)}?lang=${encodeURIComponent(language)}`)
    const [code, event] = [await reach(calls.code), await reach(eventOf(scope))]
    if (!data?.ok || !html?.ok || !code?.ok || !event?.ok) return false
    if (!(await keepFiles(await html.clone().text()))) return false
    const now = around.now()
    const cache = await copies.open()
    await cache.put(eventOf(scope), await copyOf(event, now))
    await cache.put(calls.code, await copyOf(code, now))
    await cache.put(calls.data, await copyOf(data, now))
    // Last: a ticket is kept once its page is.
    await cache.put(pageOf(scope, ticketId), await copyOf(html, now, { until, language }))
    return true
  }

  /** Scripts, styles and texts, which never change under their names. */
  async function keepFiles(html: string): Promise<boolean> {
    const texts = html.match(/\/assets\/texts\/[\w-]+\.json/g) ?? []
    const cache = await copies.open()
    for (const file of new Set([...page.files, ...texts])) {
      if (await cache.match(file)) continue
      const found = await reach(file)
      if (!found?.ok) return false
      await cache.put(file, await copyOf(found, around.now()))
    }
    return true
  }

  /** Deletes what is over; makes copies of a former build anew, and deletes that build once all of them are. */
  async function tidy(): Promise<void> {
    for (const { ticketId, until } of await copies.kept()) if (until <= around.now()) await drop(ticketId)
    for (const { kept, remove } of await copies.former()) {
      const renewed: boolean[] = []
      for (const one of kept) renewed.push(await keep(one))
      if (renewed.every(Boolean)) await remove()
    }
  }

  return {
    /** Tries again where the shop or the connection fails. Other tickets are not held up meanwhile. */
    keep: (keeping: Keeping) => untilSettled(() => inTurn(() => keep(keeping)), around.pause),
    drop: (ticketId: string) => inTurn(() => drop(ticketId)),
    tidy: () => inTurn(tidy),
  }
}

/** Does the work again after each pause until it returns true, and returns what it returned last. */
async function untilSettled(work: () => Promise<boolean>, pause: Surroundings['pause']): Promise<boolean> {
  for (const milliseconds of AGAIN_AFTER_MS) {
    if (await work()) return true
    await pause(milliseconds)
  }
  return work()
}
