import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import { oembedPath } from './paths.ts'
import { Text } from './schema.ts'
import { BadRequest } from './wrapper.ts'

/** A page of the shop as other sites embed it: oEmbed 1.0, type "rich". */
export const Oembed = Type.Object({
  version: Type.Literal('1.0'),
  type: Type.Literal('rich'),
  title: Type.String(),
  author_name: Type.String(),
  author_url: Type.Optional(Type.String()),
  provider_name: Type.String(),
  provider_url: Type.String(),
  /** Seconds. */
  cache_age: Type.Integer(),
  html: Type.String(),
  /** In pixels. */
  width: Type.Integer(),
  height: Type.Integer(),
})
export type Oembed = Static<typeof Oembed>

/** In pixels, as the page around has room. */
const Room = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))

export const getOembed = call({
  operationId: 'getOembed',
  summary: 'How a page of an event, a pass or an organiser is embedded (oEmbed)',
  tag: 'pages',
  method: 'GET',
  path: oembedPath,
  query: Type.Object({ url: Text(), format: Type.Optional(Text()), maxwidth: Room, maxheight: Room }),
  responses: { 200: Oembed, 400: BadRequest, 401: Empty, 404: Empty, 501: Empty },
})
