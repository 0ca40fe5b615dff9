import { useQuery } from '#client/frame/calls/use-query.tsx'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { countriesPath, vatCountriesPath } from '#contract/country-paths.ts'

type Spelling = 'vat' | 'iso'

type CountryOptionsProps = {
  /** As VAT knows them, where Greece is EL, or as everybody else does, where it is GR. */
  readonly spelling?: Spelling
  /** These only; all where none is named. */
  readonly only?: readonly string[]
  /** Offered by its code until the names are here: a list without its entry would lose what was chosen. */
  readonly chosen: string
}

const PATHS = { vat: vatCountriesPath, iso: countriesPath } as const

/** The countries of a list to choose from, named in the language of the page. */
export function CountryOptions({ spelling = 'vat', only = [], chosen }: CountryOptionsProps) {
  const { t, language } = useLanguage()
  const { data } = useQuery({
    queryKey: ['countries', spelling, language],
    queryFn: ({ signal }) => valueOf(server().call('GET', PATHS[spelling], { params: { lang: language }, signal })),
    staleTime: Infinity,
  })
  const countries = data ?? (chosen === '' ? [] : [{ isoCode: chosen, name: chosen }])
  const offered = countries.filter(({ isoCode }) => only.length === 0 || only.includes(isoCode))
  return (
    <>
      <option value="">{t('reservation-page.country.select')}</option>
      {offered.map(({ isoCode, name }) => (
        <option key={isoCode} value={isoCode}>
          {name}
        </option>
      ))}
    </>
  )
}
