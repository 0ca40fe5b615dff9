import type { Messages } from './provider-fake.ts'

/** The messages that a fake sends to the shop by itself. */
export type Outbox<Message> = {
  readonly messages: Omit<Messages, 'forge'>
  push(message: Message): void
  /** Everything that was sent has arrived or failed. */
  settled(): Promise<void>
}

const isGood = (status: number): boolean => status >= 200 && status < 300

/** Keeps messages until they are delivered; `send` answers the status of the shop, 0 without an answer. */
export function outboxOf<Message>(
  send: (message: Message) => Promise<number>,
  isTaken: (status: number) => boolean = isGood,
): Outbox<Message> {
  let waiting: Message[] = []
  let failed: Message[] = []
  let isAutomatic = false
  let sending: Promise<unknown> = Promise.resolve()

  const deliver = async (messages: readonly Message[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const message of messages) {
      const status = await send(message)
      statuses.push(status)
      if (!isTaken(status)) failed.push(message)
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
    push(message) {
      waiting.push(message)
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
        const messages = failed
        failed = []
        return deliver(messages)
      },
      drop: () => void take(),
    },
  }
}

/** The status with which the shop answers; 0 without an answer. */
export async function statusOf(url: string, request: RequestInit = {}): Promise<number> {
  const response = await fetch(url, request).catch(() => null)
  await response?.arrayBuffer().catch(() => null)
  return response?.status ?? 0
}
