/** Does the address ask for an invoice? `?requestInvoice`, with or without a value, as long as it is not "false". */
export function isInvoiceInAddress(): boolean {
  const asked = new URLSearchParams(location.search).get('requestInvoice')
  return asked !== null && asked !== 'false'
}

/** The address has been read: from here on the visitor decides, also after a reload or on the way back. */
export function takeInvoiceOutOfAddress(): void {
  const address = new URL(location.href)
  address.searchParams.delete('requestInvoice')
  history.replaceState(history.state, '', address)
}
