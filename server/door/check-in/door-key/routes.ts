import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { type DoorAnswer, findAtDoor, readDoor, readDoorList, readDoorTickets, sendScans } from '#contract/door.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { changedTickets } from '#server/door/check-in/device.ts'
import { countComers } from '#server/door/check-in/event-store.ts'
import { searchAttendees } from '#server/door/check-in/lists/lists.ts'
import { openDoor } from '#server/door/check-in/scan/judge-ticket.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { letInAt, nameOf, reportsOf } from './figures.ts'
import { doorOf, onlyForDoorKey } from './guard.ts'
import { listedTickets } from './list.ts'
import { takeScan } from './scans/take-scan.ts'

/** The calls of the page of a door, by the key of the door. */
export function doorRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock } = shop
  const forScans = { onRequest: onlyForDoorKey(shop, { verb: 'check-in' }) }
  return async app => {
    app.get(readDoor.path, { ...forScans, schema: routeSchema(readDoor) }, async request => {
      const { principal, name, categoryIds, labels, validUntil } = doorOf(request)
      const { context, categories } = await shop.catalog.eventOf(principal.eventId)
      return {
        id: principal.doorKeyId,
        name,
        maySearch: principal.maySearch,
        maySell: principal.maySell,
        labels,
        validUntil,
        now: clock.now(),
        event: {
          id: context.id,
          title: inLanguage(context.title, choosePageLanguage(request)),
          startsAt: context.startsAt,
          endsAt: context.endsAt,
          timezone: context.timeZone,
        },
        categories: categories.map(({ id, name: called }) => ({
          id,
          name: called,
          isLetInHere: categoryIds === null || categoryIds.includes(id),
        })),
        counts: await countsOf(shop, request),
        reports: await reportsOf(db, principal.eventId, principal.doorKeyId),
      }
    })

    app.get(readDoorList.path, { ...forScans, schema: routeSchema(readDoorList) }, async request => {
      const now = clock.now()
      const { eventId } = doorOf(request).principal
      const { since } = request.query
      const all = await changedTickets(shop, eventId, undefined)
      return { now, all, changed: since === undefined ? all : await changedTickets(shop, eventId, since) }
    })

    app.post(readDoorTickets.path, { ...forScans, schema: routeSchema(readDoorTickets) }, async request => {
      const offer = await shop.catalog.eventOf(doorOf(request).principal.eventId)
      return { tickets: await listedTickets(shop, await openDoor(shop, offer), request.body.ids) }
    })

    const forUploads = { onRequest: onlyForDoorKey(shop, { verb: 'check-in', isUpload: true }) }
    app.post(sendScans.path, { ...forUploads, schema: routeSchema(sendScans) }, async request => {
      const opened = doorOf(request)
      const offer = await shop.catalog.eventOf(opened.principal.eventId)
      const door = await openDoor(shop, offer)
      const at = { door, opened, device: request.body.device, language: choosePageLanguage(request) }
      const answers: DoorAnswer[] = []
      // One after the other: an undo comes after its scan.
      for (const scan of request.body.scans) answers.push(await takeScan(shop, at, scan))
      return { now: clock.now(), answers, counts: await countsOf(shop, request) }
    })

    const forSearch = { onRequest: onlyForDoorKey(shop, { verb: 'search-attendees' }) }
    app.get(findAtDoor.path, { ...forSearch, schema: routeSchema(findAtDoor) }, async request => {
      const { eventId } = doorOf(request).principal
      const found = await searchAttendees(shop, { eventId, query: request.query.q, page: 0 })
      if (found === undefined) return { people: [], count: 0 }
      const people = found.attendees.map(({ uuid, firstName, lastName, categoryName, due, currency, ...attendee }) => ({
        id: uuid,
        name: nameOf(firstName, lastName),
        category: categoryName,
        isIn: ticketHas(attendee, 'isCheckedIn'),
        due: due === null ? null : `${currency} ${printed(due, currency)}`,
      }))
      return { people, count: found.results }
    })
  }
}

async function countsOf({ db }: Pick<Shop, 'db'>, request: FastifyRequest) {
  const { eventId, doorKeyId } = doorOf(request).principal
  const [here, { expected, checkedIn }] = [await letInAt(db, doorKeyId), await countComers(db, eventId, undefined)]
  return { here, all: checkedIn, expected }
}
