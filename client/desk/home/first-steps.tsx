import type { Home } from '#contract/desk-home.ts'
import { deskNewEventPagePath, deskSettingsSectionPagePath, pathTo } from '#contract/paths.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Columns, Panel, Tag, Title, Work } from '../parts/work.tsx'
import { useMay } from '../session/me.ts'
import { SampleOffer } from './sample.tsx'
import css from './home.module.css'

const sectionPath = (section: string): string => pathTo(deskSettingsSectionPagePath, { section })

type FirstStepsProps = { readonly home: Home; readonly onChanged: () => unknown }

/** The first hour of a shop: three steps to the first ticket, and the sample for those who look around first. */
export function FirstSteps({ home: { firstSteps, sample, now }, onChanged }: FirstStepsProps) {
  const t = useT()
  const may = useMay()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const steps = [
    ...(may('manage-events')
      ? ([
          { name: 'event', isDone: firstSteps.event, to: deskNewEventPagePath },
          { name: 'money', isDone: firstSteps.money, to: sectionPath('payments') },
        ] as const)
      : []),
    ...(may('administer-shop') ? ([{ name: 'mail', isDone: firstSteps.mail, to: sectionPath('mail') }] as const) : []),
  ]
  const next = steps.find(({ isDone }) => !isDone)?.name
  if (steps.length === 0) {
    return (
      <Work>
        <Title day={dates.tile(now, now)} lead={t('foyer.desk.home.coming.none')}>
          {t('foyer.desk.home.title.none')}
        </Title>
      </Work>
    )
  }
  return (
    <Work>
      <Title day={dates.tile(now, now)} lead={t('foyer.desk.first.lead')}>
        {t('foyer.desk.first.title')}
      </Title>
      <Columns side={sample === 'offered' && <SampleOffer onChanged={onChanged} />}>
        <Panel title={t('foyer.desk.home.needs')} flush>
          <ol className={css.first}>
            {steps.map(({ name, isDone, to }, index) => (
              <li key={name} aria-current={name === next ? 'step' : undefined}>
                <b aria-hidden="true">{index + 1}</b>
                <div>
                  <h3>
                    {t(`foyer.desk.first.${name}`)} {isDone && <Tag tone="good">{t('foyer.desk.first.done')}</Tag>}
                  </h3>
                  <p className="soft">{t(`foyer.desk.first.${name}.text`)}</p>
                </div>
                {!isDone && (
                  <ButtonLink tone={name === next ? 'main' : 'quiet'} to={to}>
                    {t(`foyer.desk.first.${name}.do`)}
                  </ButtonLink>
                )}
              </li>
            ))}
          </ol>
        </Panel>
      </Columns>
    </Work>
  )
}
