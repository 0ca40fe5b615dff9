import type { FastifyRequest } from 'fastify'

const pages = new WeakMap<FastifyRequest, string>()

/** A page is answered where no route is found: says by the template of its address which one it is. */
export function namePage(request: FastifyRequest, template: string): void {
  pages.set(request, template)
}

/** The template of what was asked for, with names in place of ids; undefined for what is not there. */
export function routeName(request: FastifyRequest): string | undefined {
  return request.routeOptions.url ?? pages.get(request)
}
