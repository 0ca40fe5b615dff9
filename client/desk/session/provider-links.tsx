import { deskProviderPath, deskProvidersPath, pathTo } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'

export const providersQuery = () =>
  queryOptions({
    queryKey: ['desk', 'providers'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskProvidersPath, { signal })),
    staleTime: 60_000,
  })

type ProviderLinksProps = {
  /** The secret of an invitation that is accepted by it. */
  readonly link?: string
}

/** The providers at which members sign in; nothing where the shop has none. */
export function ProviderLinks({ link }: ProviderLinksProps) {
  const t = useT()
  const { data: providers = [] } = useQuery(providersQuery())
  const query = link === undefined ? '' : `?${new URLSearchParams({ link }).toString()}`
  return providers.map(({ of, name }) => (
    <ButtonAnchor key={of} tone="quiet" wide href={pathTo(deskProviderPath, { of }) + query}>
      {name === null ? t('foyer.desk.sign-in.provider') : t('foyer.desk.sign-in.provider.of', name)}
    </ButtonAnchor>
  ))
}
