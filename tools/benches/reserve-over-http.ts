import { eventPath, pathTo, reserveTicketsPath, ticketCategoriesPath } from '#contract/paths.ts'
import type { BenchShop } from './bench-shop.ts'
import { timings } from './timings.ts'
import { openVisitor, textOf } from './visitor.ts'

/** Reservations of an event over HTTP, by as many buyers at a time as `clients` says, each as fast as it is answered. */
export type Reservations = {
  readonly slug: string
  readonly reservations: number
  readonly clients: number
  readonly seatsEach: number
}

export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number | undefined }

export async function reserveOverHttp(
  on: BenchShop,
  { slug, reservations, clients, seatsEach }: Reservations,
): Promise<Measured> {
  const visitors = Array.from({ length: clients }, () => openVisitor(on.base))
  for (const visitor of visitors) await visitor.get(pathTo(eventPath, { shortName: slug }))
  const offer = await visitors[0]?.get(pathTo(ticketCategoriesPath, { shortName: slug }))
  if (!offer) throw new Error('no buyer came')
  const ticketCategoryId: number = JSON.parse(textOf(offer)).ticketCategories[0].id
  const path = `${pathTo(reserveTicketsPath, { shortName: slug })}?lang=en`
  const form = { reservation: [{ ticketCategoryId, quantity: seatsEach }] }

  const taken = timings()
  let left = reservations
  const began = performance.now()
  const visits = visitors.map(async visitor => {
    while (left > 0) {
      left -= 1
      const answer = await visitor.post(path, form)
      if (answer.status !== 200) throw new Error(`reserving was answered ${answer.status}: ${textOf(answer)}`)
      taken.add(answer.milliseconds)
    }
  })
  await Promise.all(visits)
  const seconds = (performance.now() - began) / 1000
  for (const visitor of visitors) visitor.leave()
  const { p50, p99 } = taken.summary()
  return { perSecond: reservations / seconds, p50, p99 }
}
