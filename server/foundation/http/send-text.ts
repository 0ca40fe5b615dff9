import type { FastifyReply } from 'fastify'
import { JSON_TYPE } from './answer.ts'

/** A text answer is a JSON string (organiser contract). */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type(JSON_TYPE).send(JSON.stringify(text))
}

/** 400 with one reason. */
export const sendBadRequest = (reply: FastifyReply, reason: string): FastifyReply =>
  sendText(reply, 400, `bad request: ${reason}`)
