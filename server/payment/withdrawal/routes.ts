import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  WITHDRAWAL_FORM,
  type WithdrawalStatement,
  confirmWithdrawal,
  getWithdrawal,
  stateWithdrawal,
} from '#contract/withdrawal.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { type Contact, checkContact } from '#domain/order/reservation/contact.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { amountShown, presentWithdrawal } from './present.ts'
import { type WithdrawalNow, readWithdrawal } from './read-withdrawal.ts'
import { obstacleOf, withdraw } from './withdraw.ts'

/** Withdrawing from the contract about a pass: its state, the statement, and its confirmation. */
export function withdrawalRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getWithdrawal.path, { schema: routeSchema(getWithdrawal) }, async (request, reply) => {
      const now = await read(request.params.reservationId)
      return now ? reply.code(200).send(presentWithdrawal(now)) : reply.code(404).send()
    })

    const stating = { schema: routeSchema(stateWithdrawal), ...limited('withdrawal') }
    app.post(stateWithdrawal.path, stating, async (request, reply) => {
      const now = await read(request.params.reservationId)
      if (!now) return reply.code(404).send()
      const problems = now.made ? [] : problemsOf(now, contactOf(request.body))
      if (problems.length > 0) return reply.code(422).send(refused(problems, now))
      return reply.code(200).send(validated(presentWithdrawal(now)))
    })

    const confirming = { schema: routeSchema(confirmWithdrawal), ...limited('withdrawal') }
    app.post(confirmWithdrawal.path, confirming, async (request, reply) => {
      const now = await read(request.params.reservationId)
      if (!now) return reply.code(404).send()
      if (now.made) return reply.code(200).send(validated(presentWithdrawal(now)))
      const by = contactOf(request.body)
      const problems = problemsOf(now, by)
      if (problems.length > 0) return reply.code(422).send(refused(problems, now))
      const { amount: expected } = request.body
      const isExpected = (found: WithdrawalNow) => amountShown(found) === expected
      const outcome = await withdraw(shop, { id: now.order.reservation.id, by, isExpected })
      if (!outcome) return reply.code(404).send()
      if (outcome.kind === 'refused') return reply.code(422).send(refused([outcome.problem], outcome.now))
      return reply.code(200).send(validated(presentWithdrawal(outcome.now)))
    })
  }

  async function read(text: string): Promise<WithdrawalNow | undefined> {
    const id = reservationId(text)
    return id && readWithdrawal(shop, id)
  }
}

const contactOf = ({ firstName, lastName, email }: WithdrawalStatement): Contact => ({
  firstName: firstName?.trim() ?? '',
  lastName: lastName?.trim() ?? '',
  email: email?.trim() ?? '',
})

/** What prevents it, or else what is wrong with the statement. */
function problemsOf(now: WithdrawalNow, by: Contact): readonly Problem[] {
  const obstacle = obstacleOf(now)
  return obstacle ? [obstacle] : checkContact(by)
}

/** A refusal includes the state. */
const refused = (problems: readonly Problem[], now: WithdrawalNow) =>
  refusal(problems, { form: WITHDRAWAL_FORM, value: presentWithdrawal(now) })
