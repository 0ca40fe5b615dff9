import { describe, expect, test } from 'vitest'
import type { Surroundings } from './surroundings.ts'
import { AGAIN_AFTER_MS } from './keep-tickets.ts'
import { LIMIT_MS, ticketStore } from './ticket-store.ts'

const NOW = Date.UTC(2027, 0, 9, 18)
const HOUR = 3_600_000
const SHOP = 'https://tickets.example.org'
const SCOPE = '/event/jazz/ticket/'
const ID = '4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
const OTHER = '5f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
const EVENT = '/api/v2/public/event/jazz'
const dataOf = (id: string) => `${EVENT}/ticket/${id}`
const viewOf = (id: string) => `${SCOPE}${id}/view`
const FILES = ['/assets/style.css', '/assets/entry.js']

type Answers = Map<string, { status: number; text: string; afterMs?: number } | 'unreachable'>

/** A browser with a clock of its own, and a shop that answers as it is set. */
function browser() {
  const caches = new Map<string, Map<string, Response>>()
  const answers: Answers = new Map()
  const lateChanges: string[] = []
  const requested: string[] = []
  const timers: { at: number; run: () => void }[] = []
  const state = { now: NOW, isEmpty: false }
  const pause = (milliseconds: number) =>
    new Promise<void>(resolve => {
      timers.push({ at: state.now + milliseconds, run: resolve })
    })
  const pathOf = (from: unknown) => new URL(from instanceof Request ? from.url : String(from), SHOP).pathname
  const openCache = (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, entries)
    return {
      match: async (path: string) => entries.get(path)?.clone(),
      put: async (path: string, answer: Response) => void entries.set(path, answer),
      delete: async (path: string) => entries.delete(path),
      keys: async () => [...entries.keys()].map(path => new Request(SHOP + path)),
    }
  }
  const around = (build = 'one', scope = SCOPE): Surroundings => ({
    caches: {
      open: async name => openCache(name),
      keys: async () => [...caches.keys()],
      delete: async name => caches.delete(name),
    },
    fetch: async from => {
      const path = pathOf(from)
      requested.push(path)
      const answer = answers.get(path) ?? { status: 404, text: '' }
      if (answer === 'unreachable') throw new TypeError('Failed to fetch')
      if (answer.afterMs !== undefined) await pause(answer.afterMs)
      return new Response(answer.text, {
        status: answer.status,
        headers: {
          'content-type': 'text/plain',
          'content-security-policy': 'p',
          'x-auth-token': 's',
          'foyer-time': '1',
        },
      })
    },
    now: () => state.now,
    pause,
    onLateChange: ticketId => lateChanges.push(ticketId),
    onEmpty: () => {
      state.isEmpty = true
    },
    scope,
    page: { build, files: FILES },
  })
  const offers = (id: string, text = `ticket ${id}`) => {
    answers.set(dataOf(id), { status: 200, text })
    answers.set(`${dataOf(id)}/code.png`, { status: 200, text: `code ${id}` })
    answers.set(viewOf(id), { status: 200, text: '<link href="/assets/texts/en-abc.json">' })
    answers.set(EVENT, { status: 200, text: 'event' })
    for (const file of [...FILES, '/assets/texts/en-abc.json']) answers.set(file, { status: 200, text: file })
  }
  const isOffline = () => {
    for (const path of answers.keys()) answers.set(path, 'unreachable')
  }
  /** Time passes until nothing waits for it any more. */
  const passes = async (milliseconds: number) => {
    const end = state.now + milliseconds
    for (;;) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      await new Promise(resolve => setTimeout(resolve))
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      state.now = next.at
      timers.splice(timers.indexOf(next), 1)
      next.run()
    }
    state.now = end
  }
  const kept = () => [...caches].flatMap(([name, entries]) => [...entries.keys()].map(path => `${name}: ${path}`))
  return { caches, answers, lateChanges, requested, state, around, offers, isOffline, passes, kept }
}

/** As the browser sends them; only the browser can make one that navigates. */
function asked(path: string, { isPage = false, method = 'GET' } = {}): Request {
  const request = new Request(SHOP + path, { method })
  return isPage ? Object.defineProperty(request, 'mode', { value: 'navigate' }) : request
}

const until = NOW + 24 * HOUR
const keeping = (ticketId = ID) => ({ ticketId, until, language: 'en' })

/** A browser in which a ticket was opened. */
async function opened() {
  const place = browser()
  place.offers(ID)
  const store = ticketStore(place.around())
  expect(await store.keep(keeping())).toBe(true)
  return { ...place, store }
}

async function textOf(answer: Promise<Response> | undefined): Promise<string> {
  return (await (await answer)?.text()) ?? 'not answered by the store'
}

describe('A ticket that was opened', () => {
  test('is kept with all that its page needs, and without session or time of the shop', async () => {
    const { kept, caches } = await opened()
    const paths = [...FILES, '/assets/texts/en-abc.json', EVENT, dataOf(ID), `${dataOf(ID)}/code.png`, viewOf(ID)]
    const here = 'foyer-tickets /event/jazz/ticket/ one: '
    expect(new Set(kept())).toEqual(new Set(paths.map(path => here + path)))
    const names = [...caches.values()].flatMap(cache =>
      [...cache.values()].flatMap(({ headers }) => [...headers.keys()]),
    )
    expect(new Set(names)).toEqual(
      new Set(['content-type', 'content-security-policy', 'foyer-seen', 'foyer-until', 'foyer-language']),
    )
  })

  test('is shown without a connection, with the moment at which it was last seen', async () => {
    const { store, isOffline, state } = await opened()
    state.now += HOUR
    isOffline()
    expect(await textOf(store.answer(asked(viewOf(ID), { isPage: true })))).toMatch(/texts/)
    expect(await textOf(store.answer(asked(dataOf(ID))))).toBe(`ticket ${ID}`)
    expect(await textOf(store.answer(asked(`${dataOf(ID)}/code.png`)))).toBe(`code ${ID}`)
    expect(await textOf(store.answer(asked(EVENT)))).toBe('event')
    expect(await textOf(store.answer(asked('/assets/entry.js')))).toBe('/assets/entry.js')
    expect(store.seen(ID)).toBe(NOW)
  })

  test('is shown as the shop has it as long as the shop answers, which renews the copy', async () => {
    const { store, offers, isOffline, state } = await opened()
    offers(ID, 'renamed')
    state.now += HOUR
    expect(await textOf(store.answer(asked(dataOf(ID))))).toBe('renamed')
    expect(store.seen(ID)).toBe(null)
    isOffline()
    expect(await textOf(store.answer(asked(dataOf(ID))))).toBe('renamed')
    expect(store.seen(ID)).toBe(NOW + HOUR)
  })

  test('is shown from its copy while the shop fails', async () => {
    const { store, answers } = await opened()
    answers.set(dataOf(ID), { status: 503, text: 'away' })
    expect(await textOf(store.answer(asked(dataOf(ID))))).toBe(`ticket ${ID}`)
    expect(store.seen(ID)).toBe(NOW)
  })

  test('is shown from its copy when the shop takes too long; the next answers are waited for less', async () => {
    const { store, answers, passes, state } = await opened()
    answers.set(dataOf(ID), { status: 200, text: 'slow', afterMs: 60_000 })
    answers.set(EVENT, { status: 200, text: 'slow', afterMs: 60_000 })
    const first = textOf(store.answer(asked(dataOf(ID))))
    await passes(LIMIT_MS)
    expect(await first).toBe(`ticket ${ID}`)
    const before = state.now
    const second = textOf(store.answer(asked(EVENT)))
    await passes(LIMIT_MS / 6)
    expect(await second).toBe('event')
    expect(state.now - before).toBeLessThan(LIMIT_MS)
  })

  test.each([404, 410])('is no longer kept once the shop denies it (%i), and the worker ends', async status => {
    const { store, answers, kept, state, isOffline } = await opened()
    answers.set(dataOf(ID), { status, text: '' })
    expect((await store.answer(asked(dataOf(ID))))?.status).toBe(status)
    expect(kept()).toEqual([])
    expect(state.isEmpty).toBe(true)
    isOffline()
    await expect(store.answer(asked(viewOf(ID), { isPage: true }))).rejects.toThrow('Failed to fetch')
  })

  test('is denied late: the copy goes, and its page is informed', async () => {
    const { store, answers, passes, kept, lateChanges } = await opened()
    answers.set(dataOf(ID), { status: 404, text: '', afterMs: 2 * LIMIT_MS })
    const shown = textOf(store.answer(asked(dataOf(ID))))
    await passes(LIMIT_MS)
    expect(await shown).toBe(`ticket ${ID}`)
    expect(lateChanges).toEqual([])
    await passes(LIMIT_MS)
    expect(lateChanges).toEqual([ID])
    expect(kept()).toEqual([])
  })

  test('has changed, says the shop late: its page is informed once, not again by the same answer', async () => {
    const { store, answers, passes, lateChanges } = await opened()
    answers.set(dataOf(ID), { status: 200, text: 'renamed', afterMs: 2 * LIMIT_MS })
    for (let reading = 0; reading < 2; reading++) {
      const shown = textOf(store.answer(asked(dataOf(ID))))
      await passes(3 * LIMIT_MS)
      expect(await shown).toBe(reading === 0 ? `ticket ${ID}` : 'renamed')
    }
    expect(lateChanges).toEqual([ID])
  })

  test('stays kept when something in front of the shop refuses the visitor', async () => {
    const { store, answers, kept } = await opened()
    answers.set(dataOf(ID), { status: 403, text: 'are you human?' })
    expect((await store.answer(asked(dataOf(ID))))?.status).toBe(403)
    expect(kept()).toContainEqual(expect.stringContaining(viewOf(ID)))
  })
})

test('A ticket of which a part could not be read at first is kept when the connection is back; others do not wait', async () => {
  const { around, offers, isOffline, kept, passes } = browser()
  offers(ID)
  isOffline()
  const store = ticketStore(around())
  const isKept = store.keep(keeping())
  await passes(AGAIN_AFTER_MS[0] - 1)
  offers(ID)
  offers(OTHER)
  expect(await store.keep(keeping(OTHER))).toBe(true)
  expect(kept().filter(line => line.includes(ID))).toEqual([])
  await passes(1)
  expect(await isKept).toBe(true)
  expect(kept().filter(line => line.includes(viewOf(ID)))).toHaveLength(1)
})

test('A ticket that is denied while it is being kept is not kept in the end', async () => {
  const { store, answers, kept } = await opened()
  const keepingAgain = store.keep(keeping())
  answers.set(dataOf(ID), { status: 404, text: '' })
  const [answer] = await Promise.all([store.answer(asked(dataOf(ID))), store.answer(asked(EVENT)), keepingAgain])
  expect(answer?.status).toBe(404)
  expect(kept()).toEqual([])
})

describe('The end of what is kept', () => {
  test('a ticket whose time is over is not shown, and deleted with the next one that is kept', async () => {
    const { store, isOffline, offers, state, kept } = await opened()
    state.now = until
    isOffline()
    await expect(store.answer(asked(dataOf(ID)))).rejects.toThrow('Failed to fetch')
    offers(OTHER)
    await store.tidy()
    await store.keep({ ...keeping(OTHER), until: until + HOUR })
    expect(kept().filter(line => line.includes(ID))).toEqual([])
    expect(kept().filter(line => line.includes(OTHER))).toHaveLength(3)
  })

  test('a ticket of a past event is never kept', async () => {
    const { around, offers, kept } = browser()
    offers(ID)
    await ticketStore(around()).keep({ ...keeping(), until: NOW })
    expect(kept()).toEqual([])
  })

  test('copies of a former build are made anew, then deleted', async () => {
    const { around, offers, kept } = await opened()
    offers(ID, 'renamed')
    const next = ticketStore(around('two'))
    await next.tidy()
    expect(kept().length).toBeGreaterThan(5)
    expect(kept().filter(line => !line.startsWith('foyer-tickets /event/jazz/ticket/ two: '))).toEqual([])
    expect(await textOf(next.answer(asked(dataOf(ID))))).toBe('renamed')
  })

  test('copies of a former build stay while they can not be made anew, and are shown', async () => {
    const { around, isOffline, kept } = await opened()
    const before = kept()
    isOffline()
    const next = ticketStore(around('two'))
    await next.tidy()
    expect(await textOf(next.answer(asked(dataOf(ID))))).toBe(`ticket ${ID}`)
    expect(kept().filter(line => !before.includes(line))).toEqual([])
  })

  test('the tickets of another event are left alone', async () => {
    const { around, answers, kept } = await opened()
    const before = kept()
    const other = ticketStore(around('two', '/event/jazz-late/ticket/'))
    await other.tidy()
    answers.set('/api/v2/public/event/jazz-late/ticket/x', { status: 404, text: '' })
    await other.keep({ ...keeping('x') })
    expect(kept()).toEqual(before)
  })
})

describe('What is not kept', () => {
  test('a ticket of which a part can not be read', async () => {
    const { around, offers, answers, kept, passes } = browser()
    offers(ID)
    answers.set(`${dataOf(ID)}/code.png`, 'unreachable')
    const keptAtLast = ticketStore(around()).keep(keeping())
    await passes(60_000)
    expect(await keptAtLast).toBe(false)
    expect(kept().filter(line => line.includes(ID))).toEqual([])
  })

  test('a ticket that was not opened: its page goes to the shop as ever', async () => {
    const { store, offers, kept } = await opened()
    offers(OTHER)
    expect(await textOf(store.answer(asked(dataOf(OTHER))))).toBe(`ticket ${OTHER}`)
    expect(kept().filter(line => line.includes(OTHER))).toEqual([])
  })

  test.each([
    ['the page of a change', `${SCOPE}${ID}/update`, { isPage: true }],
    ['the waiting room', `${SCOPE}${ID}/check-in/x/waiting-room`, { isPage: true }],
    ['the page of another event', `/event/blues/ticket/${ID}/view`, { isPage: true }],
    ['an order', '/api/v2/public/reservation/1', {}],
    ['the full ticket', `${dataOf(ID)}/full`, {}],
    ['the PDF', `${dataOf(ID)}/download-ticket`, {}],
    ['a change', dataOf(ID), { method: 'PUT' }],
    ['a release', dataOf(ID), { method: 'DELETE' }],
  ])('%s is none of the store', async (_, path, settings) => {
    const { store } = await opened()
    expect(store.answer(asked(path, settings))).toBe(undefined)
  })
})
