import { useCallback, useEffect, useState } from 'react'
import type { BoxOffice } from '#contract/box-office.ts'
import { boxOfficePath } from '#contract/paths.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { type DoorCalls, inTime } from '../device/door-calls.ts'

type BoxState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'away' }
  | { readonly kind: 'ready'; readonly box: BoxOffice }

/** A sale waits longer than a scan: a buyer waits at the counter anyway, and what is sent twice is one. */
const PATIENCE_MS = 20_000

type Ask<Value> = (calls: DoorCalls, signal: AbortSignal) => Promise<CallResult<Value>>

/** Makes a call of the box office; what does not come in time counts as not reached. */
export async function ask<Value>(
  calls: () => Promise<DoorCalls | undefined>,
  make: Ask<Value>,
): Promise<CallResult<Value>> {
  const opened = await calls()
  return opened ? inTime(signal => make(opened, signal), PATIENCE_MS) : { kind: 'unreachable' }
}

/** What is sold, the open drawers and the last sales; read again when the connection comes back. */
export function useBox(calls: () => Promise<DoorCalls | undefined>, isOnline: boolean) {
  const [state, setState] = useState<BoxState>({ kind: 'loading' })
  const reload = useCallback(async () => {
    const read = await ask(calls, (opened, signal) => opened.call('GET', boxOfficePath, { signal }))
    // What was there stays in view: a sale that is under way is not lost with the connection.
    setState(before =>
      read.kind === 'done' ? { kind: 'ready', box: read.value } : before.kind === 'ready' ? before : { kind: 'away' },
    )
  }, [calls])
  useEffect(() => {
    if (isOnline) void reload()
  }, [isOnline, reload])
  return { state, reload }
}
