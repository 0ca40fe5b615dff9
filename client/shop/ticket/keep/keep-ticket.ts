import { isEmbedded } from '../../shell/embedding/is-embedded.ts'
import { TICKET_WORKER_PATH } from '#contract/ticket-worker.ts'
import type { TicketAnswer, TicketMessage, TicketNews } from './message.ts'

/** Workers are there in secure pages only; in frames of other sites browsers keep what belongs to that site. */
function workers(): ServiceWorkerContainer | undefined {
  return isEmbedded() ? undefined : navigator.serviceWorker
}

/**
 * Asks the worker, where the page has one, whether the ticket that is shown is a kept copy. Returns when it was last seen
 * with a connection, in milliseconds; undefined: it comes from the shop.
 */
export async function seenBefore(ticketId: string): Promise<number | undefined> {
  const worker = workers()?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<number | undefined>(resolve => {
    port1.onmessage = ({ data }: MessageEvent<TicketAnswer>) => resolve(data.seen ?? undefined)
  })
  send(worker, { ask: ticketId }, [port2])
  return answer
}

type KeptTicket = { readonly ticketId: string; readonly language: string; readonly until: number }

/**
 * Keeps the ticket that is shown for times without a connection, until the moment `until` (milliseconds), on devices that
 * are held in the hand: on a computer that many people use, nothing is kept. Never rejects.
 */
export async function keepTicket({ ticketId, language, until }: KeptTicket): Promise<void> {
  const [scope] = /^\/event\/[^/]+\/ticket\//.exec(location.pathname) ?? []
  const container = workers()
  if (!container || scope === undefined || !matchMedia('(pointer: coarse)').matches) return
  try {
    const registration = await container.register(TICKET_WORKER_PATH, { scope })
    send(await active(registration), { keep: ticketId, language, until })
  } catch {
    // The browser takes no workers, as in private windows of some: the ticket needs a connection then.
  }
}

/** The worker that answers pages, as soon as it does. */
function active({ active: present, installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const next = installing ?? waiting ?? present
  return new Promise((resolve, reject) => {
    if (!next) return reject(new Error('no worker'))
    const check = () => {
      if (next.state === 'activated') resolve(next)
      if (next.state === 'redundant') reject(new Error('the worker could not start'))
    }
    next.addEventListener('statechange', check)
    check()
  })
}

/** Calls back with the ticket of which the shop has answered late that it is not what was shown. Returns how to stop. */
export function onTicketNews(listener: (ticketId: string) => void): () => void {
  const container = workers()
  const receive = ({ data }: MessageEvent<TicketNews>) => listener(data.changed)
  container?.addEventListener('message', receive)
  return () => container?.removeEventListener('message', receive)
}

const send = (worker: ServiceWorker, message: TicketMessage, ports: Transferable[] = []): void =>
  worker.postMessage(message, ports)
