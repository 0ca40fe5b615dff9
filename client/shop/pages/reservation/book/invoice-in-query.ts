/** `?requestInvoice`, with or without a value, as long as it is not "false". */
export function isInvoiceInQuery(query: URLSearchParams): boolean {
  return query.has('requestInvoice') && query.get('requestInvoice') !== 'false'
}
