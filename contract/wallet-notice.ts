/** In the address of the ticket page, when a person comes back from a wallet that could not be reached. */
export const UNREACHABLE_WALLET = { name: 'wallet', value: 'unreachable' } as const
