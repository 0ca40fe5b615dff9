import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { Missing } from '../parts/loaded.tsx'

/** There is nothing at this address of the desk. */
export function Page() {
  useHouseTitle(useT()('foyer.desk.missing.title'))
  return <Missing />
}
