import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { createForm } from '#client/frame/forms/form-values.ts'
import type { BookingDraft, StoredDraft } from '#contract/booking-draft.ts'
import { aTabStorage } from '#tests/support/client/test-storage.ts'
import { dropDraft, keepDraft } from '../details/booking-draft.ts'
import type { BookingValues } from '../details/booking-values.ts'
import { NO_INVOICE } from '../details/invoice-values.ts'
import { shareDraft } from './shared-draft.ts'

const EMPTY: BookingValues = {
  ...NO_INVOICE,
  firstName: '',
  lastName: '',
  email: '',
  tickets: {},
  items: {},
  owner: null,
}
const order = { publicIdentifier: 'alpine', reservationId: 'r1' }

/** What the server has of one order, for any number of tabs. */
function aServer() {
  let stored: StoredDraft = { version: 0, draft: null }
  const state = { isAway: false, isOver: false, writes: 0 }
  const read = async (): Promise<CallResult<StoredDraft>> =>
    state.isAway ? { kind: 'unreachable' } : { kind: 'done', value: stored }
  const write = async (draft: BookingDraft): Promise<CallResult<{ version: number | null }>> => {
    if (state.isAway) return { kind: 'unreachable' }
    state.writes += 1
    if (state.isOver) return { kind: 'done', value: { version: null } }
    stored = { version: stored.version + 1, draft }
    return { kind: 'done', value: { version: stored.version } }
  }
  return { state, read, write, draft: () => stored.draft }
}

function aTab(server: ReturnType<typeof aServer>, storage = aTabStorage(), initial = EMPTY) {
  const form = createForm(initial)
  form.subscribe(({ values }) => keepDraft(storage, order, values, []))
  return { form, storage, shared: shareDraft(form, { order, stored: EMPTY, storage, ...server }) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('A draft that tabs share', () => {
  test('is written once a pause follows, and taken over by another tab', async () => {
    const server = aServer()
    const [one, other] = [aTab(server), aTab(server)]
    one.form.type('firstName', 'A')
    await vi.advanceTimersByTimeAsync(900)
    one.form.type('firstName', 'Ada')
    await vi.advanceTimersByTimeAsync(900)
    expect(server.state.writes).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect([server.state.writes, server.draft()?.firstName]).toEqual([1, 'Ada'])
    await other.shared.meet()
    expect(other.form.getValues().firstName).toBe('Ada')
  })

  test('is written after five seconds however fast the buyer types', async () => {
    const server = aServer()
    const { form } = aTab(server)
    for (let key = 0; key < 11; key += 1) {
      form.type('firstName', 'x'.repeat(key))
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(server.state.writes).toBe(1)
  })

  test('leaves the fields that were typed here since, and writes them', async () => {
    const server = aServer()
    const [one, other] = [aTab(server), aTab(server)]
    one.form.type('firstName', 'Ada')
    await one.shared.flush()
    const taking = other.shared.meet()
    other.form.type('lastName', 'Lovelace')
    await taking
    expect(other.form.getValues()).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.draft()).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
  })

  test('that was written here is not taken over again, also after a reload', async () => {
    const server = aServer()
    const { form, storage, shared } = aTab(server)
    form.type('firstName', 'Ada')
    await shared.flush()
    const reloaded = aTab(server, storage, { ...EMPTY, firstName: 'as the tab kept it' })
    await reloaded.shared.meet()
    expect(reloaded.form.getValues().firstName).toBe('as the tab kept it')
  })

  test('that could not be written is written later, and the page goes on', async () => {
    const server = aServer()
    const { form, storage, shared } = aTab(server)
    server.state.isAway = true
    form.type('firstName', 'Ada')
    await shared.flush()
    await shared.meet()
    expect(form.getValues().firstName).toBe('Ada')
    server.state.isAway = false
    const reloaded = aTab(server, storage, form.getValues())
    await reloaded.shared.meet()
    expect(server.draft()?.firstName).toBe('Ada')
  })

  test('is neither written nor read once the order awaits no details', async () => {
    const server = aServer()
    const { form, shared } = aTab(server)
    server.state.isOver = true
    form.type('firstName', 'Ada')
    await shared.flush()
    form.type('firstName', 'Grace')
    await vi.advanceTimersByTimeAsync(9000)
    expect(server.state.writes).toBe(1)
  })

  test('is not written after the server has accepted the details', async () => {
    const server = aServer()
    const { form, storage, shared } = aTab(server)
    form.type('firstName', 'Ada')
    dropDraft(storage, order)
    await shared.flush()
    expect(server.state.writes).toBe(0)
  })

  test('of another form than today is ignored', async () => {
    const { form, shared } = aTab({
      ...aServer(),
      read: async () => ({ kind: 'done', value: JSON.parse('{"version":7,"draft":{"firstName":1}}') }),
    })
    await shared.meet()
    expect(form.getValues()).toEqual(EMPTY)
  })
})
