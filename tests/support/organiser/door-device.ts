import { expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import * as calls from '#contract/door.ts'
import { makeDeskDoor } from '#contract/desk-door.ts'
import { pathTo } from '#contract/paths.ts'
import type { openDesk } from './desk.ts'
import type { PaperTicket } from './door.ts'

type Desk = ReturnType<typeof openDesk>
type Answer = { readonly status: number; readonly body: unknown }
type Scan = Partial<calls.SentScan> & { readonly at?: number }

type Sent = {
  readonly params?: Record<string, string | number>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

/** A telephone at a door, which sends what it scans by the key of the door. */
export type DoorDevice = {
  readonly key: string
  ask(call: Call, sent?: Sent): Promise<Answer>
  /** The answers in the order of the scans. */
  send(...scans: readonly calls.SentScan[]): Promise<calls.DoorAnswer[]>
  /** Scans a code with a connection; answers the outcome. */
  scan(ticket: Pick<PaperTicket, 'code'>, more?: Scan): Promise<calls.DoorAnswer>
}

/** A scan as a device makes it. */
export const aSentScan = (at: number, scan: Scan): calls.SentScan => ({
  id: crypto.randomUUID(),
  kind: 'CODE',
  at,
  ...scan,
})

export function aDoorDevice(url: string, key: string, now: () => number): DoorDevice {
  const device = crypto.randomUUID()
  const ask: DoorDevice['ask'] = async (call, { params = {}, query = {}, body } = {}) => {
    const answer = await fetch(`${url}${pathTo(call.path, params)}?${new URLSearchParams(query).toString()}`, {
      method: call.method,
      headers: { authorization: `DoorKey ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const send: DoorDevice['send'] = async (...scans) => {
    const { status, body } = await ask(calls.sendScans, { body: { device, scans } })
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { answers: calls.DoorAnswer[] }).answers
  }
  return {
    key,
    ask,
    send,
    async scan({ code }, more = {}) {
      const [answer] = await send(aSentScan(now(), { code, ...more }))
      if (!answer) throw new Error('no answer')
      return answer
    },
  }
}

type Made = { readonly eventId: number; readonly body: object }

/** Makes a door at the desk, and answers its key as the link has it. */
export async function makeDoorKey(desk: Desk, { eventId, body }: Made): Promise<{ id: number; key: string }> {
  const made = await desk.ask(makeDeskDoor, { params: { eventId: String(eventId) }, body })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  const { id, link } = made.body as { id: number; link: string }
  return { id, key: link.slice(link.indexOf('#') + 1) }
}
