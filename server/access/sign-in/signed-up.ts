import type { FastifyReply, FastifyRequest } from 'fastify'

/** Informs the next page that a person has just signed in for the first time; the page says so and deletes it. */
const COOKIE = 'FOYER_SIGNED_UP'
const LIFETIME_SECONDS = 300

export function tellSignedUp(reply: FastifyReply, { isSecure }: { readonly isSecure: boolean }): void {
  reply.setCookie(COOKIE, 'true', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: LIFETIME_SECONDS,
  })
}

/** Has the visitor just signed up? Asked once: the next page will not know. */
export function hasJustSignedUp(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.cookies[COOKIE] !== 'true') return false
  reply.clearCookie(COOKIE, { path: '/' })
  return true
}
