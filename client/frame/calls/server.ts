import { type Http, createHttp } from './http.ts'
import { robotChecks } from './robot-checks.ts'
import { createSession, documentMeta } from './session.ts'
import type { Static, TObject, TSchema } from 'typebox'
import type { ContractCall } from '#contract/all-calls.ts'
import type { BodyOf, Call, ResponseOf } from '#contract/call.ts'
import type { ParamName } from '#contract/paths.ts'
import type { CallResult } from './call-result.ts'

let calls: TypedCalls | undefined

/** An application whose callers are no visitors of the shop says at its start how its calls are sent. */
export function sendCallsBy(http: Http): void {
  calls = typedCalls(http)
}

/** The calls to the server, with this page's session; opened on the first call: rendering on the server makes none. */
export function server(): TypedCalls {
  calls ??= typedCalls(
    createHttp({
      fetch: (input, init) => globalThis.fetch(input, init),
      session: createSession(documentMeta(document)),
      askForProof: () => robotChecks.ask(),
    }),
  )
  return calls
}

/**
 * The calls of the contract by method and then by path. Named by method and path in one text, each use of a generic call
 * makes the compiler combine every method with every path: the types of the client took five times as long.
 */
type CallsByPath<C extends ContractCall> = { readonly [Each in C as Each['path']]: Each }
type CallTable = { readonly [M in Method]: CallsByPath<Extract<ContractCall, { readonly method: M }>> }
type Method = ContractCall['method']
type PathOf<M extends Method> = keyof CallTable[M] & string
type CallAt<M extends Method, P extends PathOf<M>> = Extract<CallTable[M][P], Call>

type ParamsPart<Path extends string> = [ParamName<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<ParamName<Path>, string | number>> }

type QueryPart<C> = C extends { readonly query: infer Query extends TObject }
  ? object extends Static<Query>
    ? { readonly query?: Loose<Static<Query>> }
    : { readonly query: Loose<Static<Query>> }
  : { readonly query?: never }

/** In an address all is text, so a number may come as one; what is undefined is left out. */
type Loose<Query> = { readonly [Name in keyof Query]: AsText<Query[Name]> | undefined }
type AsText<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends number
    ? Value | string
    : Value

/** Where the contract wants no body an empty object may go. */
type BodyPart<C extends Call> = C extends { readonly body: TSchema }
  ? { readonly body: BodyOf<C> }
  : { readonly body?: Readonly<Record<string, never>> }

type RequestFor<C extends Call> = ParamsPart<C['path']> &
  QueryPart<C> &
  BodyPart<C> & {
    readonly file?: Blob
    readonly signal?: AbortSignal
    readonly language?: string
    readonly isKeptAlive?: boolean
  }

/** The request may be left out where the contract wants nothing of it. */
type RequestArgument<Request> = object extends Request ? [request?: Request] : [request: Request]

/** What a call that succeeds brings; null for an empty body. */
type ValueOf<C extends Call> =
  | (200 extends keyof C['responses'] ? ResponseOf<C, 200> : never)
  | (201 extends keyof C['responses'] ? ResponseOf<C, 201> : never)
  | (204 extends keyof C['responses'] ? null : never)

/** The value within the wrapper of a validated call. */
type WrappedValueOf<C extends Call> = ValueOf<C> extends { value: infer Value } ? Value : never

/** The calls of the contract: method, path, request and result have the types of `contract/`. */
type TypedCalls = {
  /** Makes a call of the contract: `call('GET', eventPath, { params: { shortName } })`. */
  call<const M extends Method, const P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArgument<RequestFor<CallAt<M, P>>>
  ): Promise<CallResult<ValueOf<CallAt<M, P>>>>
  /** As `call`, for the calls that wrap their value in `{ success, validationErrors, value }`: the value within. */
  callWrapped<const M extends Method, const P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArgument<RequestFor<CallAt<M, P>>>
  ): Promise<CallResult<WrappedValueOf<CallAt<M, P>>>>
}

/**
 * Gives the general call the types of the contract. The decoding edge: what comes is of these types, because the server writes
 * by them and development checks it.
 */
export const typedCalls = (http: unknown): TypedCalls => http as TypedCalls
