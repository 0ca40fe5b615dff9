/** Which ticket is asked about: the short name of its event, and a public id in lower case. */
export type WhichTicket = { readonly shortName: string; readonly publicId: string }
