import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HeldAnswers, type RequiredFields, heldAnswers } from './held-answers.ts'
import type { FakeBooking, Messages, Mood, Office, ProviderFake } from './provider-fake.ts'

/** What the fakes of payment providers have in common. */

/** How calls go wrong just now. */
export type Moods = {
  take(request: string): Mood
  set: ProviderFake['misbehave']
  readonly slowMs: number
}

export type FakeOptions = {
  readonly notify: string | (() => string)
  readonly now?: () => number
  readonly slowMs?: number
}

/** The time of a fake, where the shop listens, and how its calls go wrong. */
export function surroundings({ notify, now = Date.now, slowMs = 2000 }: FakeOptions) {
  let passed = 0
  return {
    now: () => now() + passed,
    pass: (milliseconds: number) => void (passed += milliseconds),
    shop: typeof notify === 'string' ? () => notify : notify,
    moods: moodsOf(slowMs),
  }
}

function moodsOf(slowMs: number): Moods {
  let current: { mood: Mood; left: number; of: RegExp } = { mood: 'usual', left: 0, of: /^/ }
  return {
    slowMs,
    set(mood, { count = Infinity, of = /^/ } = {}) {
      current = { mood, left: count, of }
    },
    take(request) {
      if (current.left <= 0 || !current.of.test(request)) return 'usual'
      current.left -= 1
      return current.mood
    },
  }
}

export type Sent = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Call = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** As `POST /v2/payments`. */
  readonly name: string
  /** What the provider answers when it is down or too busy: what it would send as HTML is a text. */
  readonly down: Sent
  readonly busy: Sent
  /** `release` lets later requests have the same answer; they conflict with this one before. */
  carryOut(): { readonly answer: Sent; release?(): void }
  /** Sends the answer of a call that went well or was refused. */
  send(answer: Sent): unknown
}

/** Answers a call as the mood has it. */
export async function answerIn(moods: Moods, call: Call): Promise<unknown> {
  const { request, reply, name, down, busy, carryOut, send } = call
  const mood = moods.take(name)
  const cut = () => {
    reply.hijack()
    request.raw.socket.destroy()
  }
  const broken = ({ status, body, headers = {} }: Sent) =>
    (typeof body === 'string' ? reply.type('text/html') : reply).headers(headers).code(status).send(body)
  if (mood === 'unreachable') return cut()
  if (mood === 'down') return broken(down)
  if (mood === 'nonsense') return broken({ status: 200, body: '<html>Welcome to the hotel</html>' })
  if (mood === 'busy') return broken(busy)
  const { answer, release } = carryOut()
  if (mood === 'slow') await pause(moods.slowMs, undefined, { ref: false })
  release?.()
  return mood === 'lost' ? cut() : send(answer)
}

/** What every fake knows. */
export type FakeWorld = {
  readonly books: FakeBooking[]
  readonly violations: string[]
  /** What it has answered and sent, against what the vendor documents. */
  readonly held: HeldAnswers
  /** What answers state wrongly from now on, by the reference of a payment. */
  readonly falsified: Map<string, Set<'amount' | 'currency' | 'mode'>>
  refundsGo: 'usual' | 'pending' | 'fail-later' | 'refused'
  /** Milliseconds. */
  now(): number
}

export const newWorld = (required: RequiredFields, now: () => number): FakeWorld => ({
  books: [],
  violations: [],
  held: heldAnswers(required),
  falsified: new Map(),
  refundsGo: 'usual',
  now,
})

type Parts = {
  readonly world: FakeWorld
  readonly moods: Moods
  readonly app: FastifyInstance
  readonly requests: readonly string[]
  readonly outbox: { readonly messages: Messages; settled(): Promise<void> }
}

/** Books, faults, requests, moods and messages, and the end of it all. */
export const partsOf = ({ world, moods, app, requests, outbox }: Parts) => ({
  books: (): readonly FakeBooking[] => [...world.books],
  violations: () => [...world.violations, ...world.held.incomplete()],
  answers: world.held,
  requests: () => [...requests],
  misbehave: moods.set,
  messages: outbox.messages,
  async close() {
    outbox.messages.automatic(false)
    await outbox.settled()
    await app.close()
  },
})

/** The part of the back office that only sets what happens from now on. */
export const switchesOf = (world: FakeWorld): Pick<Office, 'refundsGo' | 'falsify'> => ({
  refundsGo(how) {
    world.refundsGo = how
  },
  falsify(reference, what) {
    world.falsified.set(reference, new Set([...(world.falsified.get(reference) ?? []), what]))
  },
})

/** Starts the server on a free port; answers its address. */
export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
