import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SponsorLead } from '#contract/sponsor.ts'
import { SponsorDevice, type SponsorState } from './sponsor-device.ts'

const PAGE = 2

/** What the shop has, the latest first. */
let stored: readonly SponsorLead[] = []
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { lang: 'en' } })

beforeEach(() => {
  stored = [4, 3, 2, 1].map(aLead)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('fetch', async (input: string, { method = 'GET' }: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://shop.example')
    if (!pathname.endsWith('/leads')) return method === 'GET' ? Response.json(INFO) : new Response('', { status: 404 })
    const before = Number(searchParams.get('before') ?? Infinity)
    const found = stored.filter(({ id }) => id < before)
    const leads = found.slice(0, PAGE)
    return Response.json({ leads, count: stored.length, next: found.length > PAGE ? leads.at(-1)?.id : null })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const INFO = { id: 1, name: 'Coffee', event: { title: 'Days', timezone: 'UTC' }, scansUntil: 0, isScanning: true }

function aLead(id: number): SponsorLead {
  return { id, name: `Person ${id}`, email: null, company: null, at: 0, notes: '', status: 'WARM' }
}

async function aDevice(): Promise<SponsorDevice> {
  const device = new SponsorDevice()
  device.start('key')
  await until(device, ({ phase }) => phase === 'ready')
  return device
}

/** Waits, as long as the test may take, until the device shows what is wanted. */
function until(device: SponsorDevice, isSo: (state: SponsorState) => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (isSo(device.state())) resolve()
    }
    device.subscribe(look)
    look()
  })
}

const untilListed = (device: SponsorDevice, ids: readonly number[]) =>
  until(device, ({ leads }) => leads.map(({ id }) => id).join() === ids.join())

const idsOf = (device: SponsorDevice) => device.state().leads.map(({ id }) => id)
const without = (id: number) => stored.filter(lead => lead.id !== id)

test('a person whom another device has removed leaves the list when the page is in sight again', async () => {
  const device = await aDevice()
  await device.more()
  expect(idsOf(device)).toEqual([4, 3, 2, 1])
  stored = [aLead(5), ...without(2)]
  page.dispatchEvent(new Event('visibilitychange'))
  await untilListed(device, [5, 4, 3, 1])
  expect(device.state()).toMatchObject({ count: 4, next: null })
})

test('the list is read again from time to time, but not out of sight', async () => {
  const device = await aDevice()
  stored = without(4)
  page.visibilityState = 'hidden'
  vi.advanceTimersByTime(60_000)
  await device.more()
  expect(idsOf(device)).toContain(4)
  page.visibilityState = 'visible'
  vi.advanceTimersByTime(30_000)
  await untilListed(device, [3, 2, 1])
})

test('a removed person stays as long as their notes are open, and no longer', async () => {
  const device = await aDevice()
  const close = device.edited(4)
  stored = without(4)
  page.dispatchEvent(new Event('visibilitychange'))
  await untilListed(device, [4, 3, 2])
  const lead = aLead(4)
  expect(await device.note(lead, { notes: 'Espresso', status: 'WARM' })).toMatchObject({ kind: 'refused' })
  close()
  expect(idsOf(device)).toEqual([3, 2])
})
