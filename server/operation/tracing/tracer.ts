/** Names of ours, numbers and kinds: never what a client has sent (decision 26). */
export type Facts = Readonly<Record<string, string | number>>

export type SpanStart = {
  readonly kind: 'server' | 'client' | 'internal'
  readonly name: string
  readonly facts?: Facts
  /** The `traceparent` of a caller that is believed: the span belongs to its trace. */
  readonly traceparent?: string | undefined
}

export type SpanEnd = {
  /** Where only the end knows it. */
  readonly name?: string
  readonly facts?: Facts
  /** What went wrong, in a word: a status, or the type of an error, never its message. */
  readonly failure?: string
}

/** A piece of work, from its beginning to its end. */
export type Span = {
  /** Runs what belongs to it: spans that begin there, and in what it waits for, are parts of this one. */
  within<Result>(work: () => Result): Result
  end(end?: SpanEnd): void
}

export type Tracer = {
  begin(start: SpanStart): Span
  /** Sends what is left, and ends. Rejects when the collector takes nothing. */
  close(): Promise<void>
}

export type TracerOptions = {
  readonly version: string
  /** Receives, now and then, why spans are lost. */
  readonly onLost: (error: unknown) => void
}
