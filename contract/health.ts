import { Type, type Static } from 'typebox'
import { Empty, call, content } from './call.ts'
import { livenessPath, metricsPath, readinessPath } from './paths.ts'

/** What those ask who run the shop: a container platform, a load balancer, a monitor. */

export const getLiveness = call({
  operationId: 'getLiveness',
  summary: 'Does the process answer, whatever else is broken',
  tag: 'operating',
  method: 'GET',
  path: livenessPath,
  responses: { 200: Type.Object({ status: Type.Literal('alive') }) },
})

const parts = {
  database: Type.Union(
    [Type.Literal('reachable'), Type.Literal('away'), Type.Literal('misread'), Type.Literal('pooled')],
    {
      description:
        'misread: a date of the catalogue comes back as another one; pooled: behind a pooler that keeps a connection for one transaction only',
    },
  ),
  migrations: Type.Union([Type.Literal('done'), Type.Literal('missing'), Type.Literal('unknown')], {
    description: 'Does the database have everything this program needs',
  }),
  jobs: Type.Union([Type.Literal('none'), Type.Literal('alive'), Type.Literal('late')], {
    description: 'Of this process; none: it only serves; late: one hangs, or nothing was looked for in the last minute',
  }),
  isStopping: Type.Boolean(),
}

export const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('not-ready')]),
  ...parts,
})
export type Readiness = Static<typeof Readiness>

export const getReadiness = call({
  operationId: 'getReadiness',
  summary: 'May buyers be sent to this process',
  tag: 'operating',
  method: 'GET',
  path: readinessPath,
  responses: { 200: Readiness, 503: Readiness },
})

/** For callers on the machine itself, or with the token of FOYER_METRICS_TOKEN: `Authorization: Bearer`. */
export const getMetrics = call({
  operationId: 'getMetrics',
  summary: 'Figures of this process and of the shop',
  tag: 'operating',
  method: 'GET',
  path: metricsPath,
  responses: {
    200: content('text/plain; version=0.0.4; charset=utf-8', 'As Prometheus reads them'),
    404: Empty,
  },
})
