import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { sitemapPath } from '#contract/paths.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { getHealth, getRobots, reportCspViolation } from '#contract/pages.ts'

/** What proxies, search engines and browsers ask of any site. */
export function operatingRoutes({ baseUrl }: { readonly baseUrl: string }): FastifyPluginAsyncTypebox {
  return async app => {
    // What browsers report is read as far as its limit, so that the connection stays good, and not parsed.
    app.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null),
    )

    app.get(getHealth.path, { schema: routeSchema(getHealth) }, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('Up and running!'),
    )
    app.get(getRobots.path, { schema: routeSchema(getRobots) }, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${ROBOTS}\nSitemap: ${baseUrl}${sitemapPath}\n`),
    )
    const report = { schema: routeSchema(reportCspViolation), ...limited('report') }
    app.post(reportCspViolation.path, report, async (_request, reply) => reply.code(200).send(true))
  }
}

/** The addresses of orders and tickets are their keys; nothing below them is for search engines. */
const ROBOTS = `User-agent: *
Disallow: /event/*/reservation/*
Disallow: /event/*/ticket/*
Disallow: /subscription/*/reservation/*
Disallow: /event/*/poll
Disallow: /event/*/poll/*
Disallow: /my-orders
Disallow: /my-profile
`
