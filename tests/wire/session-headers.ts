/** A header of an answer that must have it. */
export const headerOf = (answer: Response, name: string): string => {
  const value = answer.headers.get(name)
  if (value === null) throw new Error(`no ${name} in the answer`)
  return value
}

/** The cookie by which a browser sends a session. */
export const cookieOf = (session: string) =>
  `ALFIO_SESSION=${encodeURIComponent(Buffer.from(session).toString('base64'))}`
