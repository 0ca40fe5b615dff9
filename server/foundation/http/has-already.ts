/** Has a visitor already what carries this tag, by the header If-None-Match of the request? */
export function hasAlready(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some(given => given.trim().replace(/^W\//, '') === etag)
}
