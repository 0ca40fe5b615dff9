import { Type, type Static, type TObject, type TSchema } from 'typebox'

/** A response that is not JSON: bytes or text of one media type. */
export type Content = { readonly description: string; readonly content: Readonly<Record<string, { schema: TSchema }>> }

export type ResponseSchema = TSchema | Content

/** All that is known about one HTTP call; server routes and the browser's typed fetch are built from it. */
export type Call = {
  readonly operationId: string
  readonly summary: string
  readonly tag: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for parameters. */
  readonly path: string
  readonly params?: TObject
  readonly query?: TObject
  /** Of the request, beside those of every call. */
  readonly headers?: TObject
  readonly body?: TSchema
  readonly responses: { readonly [status: number]: ResponseSchema }
}

/** Describes a call; returns the description as it is, with its exact type. */
export function call<const Description extends Call>(description: Description): Description {
  return description
}

export type BodyOf<C extends Call> = C extends { body: infer Body extends TSchema } ? Static<Body> : undefined
export type StatusOf<C extends Call> = keyof C['responses'] & number
/** The response of a call with a status: the JSON value, undefined for an empty body, unknown for bytes and pages. */
export type ResponseOf<C extends Call, Status extends StatusOf<C>> = C['responses'][Status] extends Content
  ? unknown
  : C['responses'][Status] extends TSchema
    ? Static<C['responses'][Status]>
    : never

/** No body at all. Typed undefined, because the server would write a null as the word `null`. */
export const Empty = Type.Unsafe<undefined>({ type: 'null', description: 'Empty body' })

/** Bytes or text of a media type other than JSON. */
export function content(mediaType: string, description: string, schema: TSchema = Type.String()): Content {
  return { description, content: { [mediaType]: { schema } } }
}

/** Is the response a text of another media type than JSON? */
export function isContent(response: ResponseSchema): response is Content {
  return 'content' in response
}

type Described = { readonly operationId: string; readonly summary: string; readonly tags: readonly string[] }

/** A call in the names the HTTP server uses, with the exact types of its parts. */
export type RouteSchema<C extends Call> = Described & { readonly response: C['responses'] } & (C extends {
    params: infer Params
  }
    ? { readonly params: Params }
    : unknown) &
  (C extends { query: infer Query } ? { readonly querystring: Query } : unknown) &
  (C extends { headers: infer Headers } ? { readonly headers: Headers } : unknown) &
  (C extends { body: infer Body } ? { readonly body: Body } : unknown)

/**
 * The schema of a server route for this call. Responses are written by their schema: a member it doesn't name is left
 * out, a required one that is missing is an error.
 */
export function routeSchema<C extends Call>(description: C): RouteSchema<C>
export function routeSchema({
  operationId,
  summary,
  tag,
  params,
  query,
  headers,
  body,
  responses,
}: Call): RouteSchema<Call> {
  return {
    operationId,
    summary,
    tags: [tag],
    response: responses,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  }
}
