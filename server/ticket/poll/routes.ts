import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/poll.ts'
import type { Refused } from '#domain/foundation/outcome.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { listPolls, readPoll, vote } from './vote.ts'
import { descriptionsOf, presentPoll, presentPollWithOptions } from './present.ts'

/** Polls, for those who are in the room. */
export function pollRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const list = { schema: routeSchema(calls.listPolls), ...limited('pin') }
    app.get(calls.listPolls.path, list, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const { shortName } = request.params
      const listed = await listPolls(shop, { shortName, pin: request.query.pin })
      if (!listed.ok) return reply.code(422).send(pinRefused(listed))
      const { polls, event } = listed.value
      await renderAhead(descriptionsOf(polls, event, shop.texts))
      return reply.code(200).send(validated(polls.map(poll => presentPoll(poll, event, shop.texts))))
    })

    const one = { schema: routeSchema(calls.getPoll), ...limited('pin') }
    app.get(calls.getPoll.path, one, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const found = await readPoll(shop, { ...request.params, pin: request.query.pin })
      if (!found.ok) return reply.code(422).send(pinRefused(found))
      await renderAhead(descriptionsOf([found.value.poll], found.value.event, shop.texts))
      return reply.code(200).send(validated(presentPollWithOptions(found.value, found.value.event, shop.texts)))
    })

    const answer = { schema: routeSchema(calls.answerPoll), ...limited('pin') }
    app.post(calls.answerPoll.path, answer, async (request, reply) => {
      const { pin, optionId } = request.body
      const voted = await vote(shop, { ...request.params, pin: pin ?? '', optionId: optionId ?? null })
      if (!voted.ok) return reply.code(422).send(pinRefused(voted))
      return reply.code(200).send(validated(voted.value))
    })
  }
}

const pinRefused = ({ problems }: Refused) => refusal(problems, { form: 'pin', value: null })
