import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-people-list.ts'
import type { PeopleList, PeopleListForm } from '#contract/desk-people-list.ts'
import { MAX_LIST_FILE_BYTES } from '#contract/limits.ts'
import type { Principal } from '#domain/access/principal/principal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { problem } from '#domain/foundation/problem.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { PERSON_ROLES, guessListRoles, roleOfAnswer } from '#domain/organiser/people-list/list-columns.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import { managedEvent } from '#server/access/member/managed-event.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { seatsOf } from '#server/catalog/catalog/seats.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { WorkFailed, workForStatements } from '#server/foundation/heavy-work/heavy-worker.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { startedBy } from '#server/organiser/bulk/start-bulk-job.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { problemsOfChoices, questionsOf } from './list-facts.ts'
import { type StoredList, findList, rowsOf, storeList } from './list-store.ts'
import { type ImportPlan, planImport, presentPlan } from './plan-import.ts'
import type { ReadList, readList } from './read/read-list.ts'
import { startImport } from './start-import.ts'

const READ = heavyTask<typeof readList>(new URL('./read/read-list.ts', import.meta.url), 'readList')

const SHOWN_ROWS = 4
const MAX_CELL_SHOWN = 80

/** Lists of people in the organiser's API: the bytes of the file are the body. */
export function peopleListUploadRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

    app.post(calls.uploadPeopleList.path, { schema: routeSchema(calls.uploadPeopleList) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const by = deskPrincipal(request)
      const read = await readBody(request.body, by)
      if (read.kind === 'refused') {
        const { code, at } = read
        const refusal = problem(`foyer.desk.import.file.${code}`, { args: at === undefined ? [] : [at] })
        return sendRefusals(request, reply, shop, [refusal])
      }
      const { actor } = await actorOf(db, by)
      const { heads, rows } = read
      const list = { eventId: event.id, actor, now: clock.now(), heads, rows }
      const listId = await transaction(db, tx => storeList(tx, list))
      const offer = await shop.catalog.eventOf(event.id)
      return presentList(shop, { offer, listId, read, language: choosePageLanguage(request) })
    })
  }
}

async function readBody(body: unknown, by: Principal): Promise<ReadList> {
  const content = Buffer.isBuffer(body) ? body : new Uint8Array()
  if (content.length > MAX_LIST_FILE_BYTES) return { kind: 'refused', code: 'too-costly' }
  const owner = by.kind === 'member' ? `member ${by.memberId}` : 'keys'
  return workForStatements.run(READ, { content }, owner).catch((error: unknown) => {
    if (error instanceof WorkFailed) return { kind: 'refused', code: 'too-costly' } as const
    throw error
  })
}

type Presenting = {
  readonly offer: OfferedEvent
  readonly listId: string
  readonly read: Extract<ReadList, { kind: 'read' }>
  readonly language: string
}

async function presentList(
  { catalog, texts }: Pick<Shop, 'catalog' | 'texts'>,
  { offer, listId, read: { heads, rows }, language }: Presenting,
): Promise<PeopleList> {
  const questions = questionsOf(offer)
  const table = await catalog.seats(offer.context)
  const short = (cells: readonly string[]): string[] => cells.map(cell => cell.slice(0, MAX_CELL_SHOWN))
  return {
    listId,
    rows: rows.length,
    heads: short(heads),
    shown: rows.slice(0, SHOWN_ROWS).map(({ cells }) => short(cells)),
    roles: guessListRoles(heads, questions),
    choices: [
      ...PERSON_ROLES.map(role => ({ role, label: texts.text(language, `foyer.desk.import.column.${role}`) })),
      ...questions.map(question => ({
        role: roleOfAnswer(question),
        label: inLanguage(question.label, language) || question.name,
      })),
    ],
    categories: offer.categories
      .filter(({ isRestricted }) => !isRestricted)
      .map(category => ({ id: category.id, name: category.name, free: seatsOf(table, category).free })),
    languages: [...new Set<string>([...offer.context.languages, ...shippedLanguages])],
  }
}

/** What is wrong with the import of a list, and the job that makes its orders. */
export function peopleListRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.post(calls.planPeopleList.path, { schema: routeSchema(calls.planPeopleList) }, async (request, reply) => {
      const found = await listFor(shop, request)
      if (!found) return reply.code(404).send(undefined)
      const planned = await planFor(shop, request, reply, found, request.body)
      return planned && reply.code(200).send(planned.presented)
    })

    app.post(calls.importPeopleList.path, { schema: routeSchema(calls.importPeopleList) }, async (request, reply) => {
      const { seen, requestId, ...choices } = request.body
      const event = await managedEvent(shop, request, request.params.eventId)
      // A request that comes again may find that the list of its job is deleted.
      const before = event && (await startedBy(db, event.organizationId, requestId))
      if (before !== undefined) return reply.code(200).send({ jobId: Number(before) })
      const found = await listFor(shop, request)
      if (!found) return reply.code(404).send(undefined)
      const planned = await planFor(shop, request, reply, found, choices)
      if (!planned) return reply
      const { plan, presented } = planned
      if (presented.seen !== seen) return reply.code(409).send(presented)
      if (plan.able.length === 0) {
        return sendRefusals(request, reply, shop, [problem('foyer.desk.import.refused.none')])
      }
      const by = await actorOf(db, deskPrincipal(request))
      const starting = { event: found.event, listId: found.list.id, choices, plan, requestId, by }
      const start = await startImport(shop, starting)
      if (start.kind === 'gone') return reply.code(404).send(undefined)
      if (start.kind === 'refused') return sendRefusals(request, reply, shop, start.problems)
      return reply.code(200).send({ jobId: Number(start.jobId) })
    })
  }
}

type FoundList = { readonly event: EventOwner; readonly list: StoredList }
type ListRequest = FastifyRequest<{ Params: { eventId: number; listId: string } }>

/** A list that is kept, of an event whose orders the caller manages. */
async function listFor(shop: Shop, request: ListRequest): Promise<FoundList | undefined> {
  const { eventId, listId } = request.params
  const event = await managedEvent(shop, request, eventId)
  const list = event && isUuid(listId) ? await findList(shop.db, event.id, listId) : undefined
  return event && list && { event, list }
}

type Planned = { readonly plan: ImportPlan; readonly presented: ReturnType<typeof presentPlan> }

/** Undefined where the choices were refused: the answer is sent. */
async function planFor(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  { event, list }: FoundList,
  choices: PeopleListForm,
): Promise<Planned | undefined> {
  const offer = await shop.catalog.eventOf(event.id)
  const problems = problemsOfChoices(choices, { heads: list.heads, fields: questionsOf(offer) })
  if (problems.length > 0) {
    sendRefusals(request, reply, shop, problems)
    return undefined
  }
  const plan = await planImport(shop, { offer, rows: await rowsOf(shop.db, list.id), choices })
  const say = sayIn(shop.texts, choosePageLanguage(request))
  return { plan, presented: presentPlan(plan, { offer, list, choices, say }) }
}
