/** Whose work it is, for the turns they take: an organisation's, or that of the shop as a whole. */
export const ownerOf = (organization: { readonly id: number }): string => `organization ${organization.id}`

export const THE_SHOP = 'shop'
