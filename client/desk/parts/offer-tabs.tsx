import { deskEventsPagePath, deskPassesPagePath } from '#contract/paths.ts'
import { useT } from '#client/language/language-context.ts'
import { Tabs } from './tabs.tsx'

/** What an organisation sells: events, and passes beside them. */
export function OfferTabs() {
  const t = useT()
  return (
    <Tabs
      label={t('foyer.desk.offers')}
      pages={[
        { to: deskEventsPagePath, name: t('foyer.desk.events') },
        { to: deskPassesPagePath, name: t('foyer.desk.passes') },
      ]}
    />
  )
}
