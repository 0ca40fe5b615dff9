import { queryOptions } from '@tanstack/react-query'
import { mePath } from '#contract/account-paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** The signed-in visitor, or null for everybody else; read again whenever the page comes into sight. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => valueOf(server().call('GET', mePath, { signal })),
    refetchOnWindowFocus: true,
  })
