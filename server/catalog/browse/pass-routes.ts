import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  getSubscription,
  listEventsOfSubscription,
  listSubscriptions,
  listSubscriptionsOfEvent,
} from '#contract/subscription.ts'
import { withClientId } from '#server/foundation/http/visitor.ts'
import type { PassAnswers } from './pass-answers.ts'
import { sendWritten, writtenOnce } from './routes.ts'

/** What visitors can browse of passes. */
export function passRoutes(answers: PassAnswers): FastifyPluginAsyncTypebox {
  const sendKept = writtenOnce()
  return async app => {
    // By organiser and tags (specification, browsing 7); which bought pass a visitor uses narrows events alone.
    app.get(listSubscriptions.path, { schema: routeSchema(listSubscriptions) }, async (request, reply) =>
      sendKept(reply, (await answers.list(request.query)).value),
    )

    app.get(getSubscription.path, { schema: routeSchema(getSubscription) }, async (request, reply) => {
      const answer = await answers.pass(request.params.id)
      return answer === undefined ? reply.code(404).send() : sendWritten(reply, withClientId(request, answer))
    })

    app.get(
      listEventsOfSubscription.path,
      { schema: routeSchema(listEventsOfSubscription) },
      async (request, reply) => {
        const events = await answers.events(request.params.id)
        return events === undefined ? reply.code(404).send() : sendKept(reply, events.value)
      },
    )

    app.get(
      listSubscriptionsOfEvent.path,
      { schema: routeSchema(listSubscriptionsOfEvent) },
      async (request, reply) => {
        const passes = await answers.accepted(request.params.shortName)
        return passes === undefined ? reply.code(404).send() : sendKept(reply, passes.value)
      },
    )
  }
}
