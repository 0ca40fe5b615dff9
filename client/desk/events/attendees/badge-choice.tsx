import { useState } from 'react'
import { BADGE_SIZES, type BadgeSize } from '#domain/organiser/order-desk/badge.ts'
import { deskBadgeFilePath, pathTo } from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, ButtonAnchor } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { BadgePlan } from '#contract/desk-attendees.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Acts } from '../../parts/work.tsx'
import { type AttendeeQuery, badgesQuery, filterOf } from './calls.ts'

type BadgesProps = { readonly eventId: number; readonly query: AttendeeQuery }
type BadgeChoiceProps = BadgesProps & { readonly isOpen: boolean; readonly onClose: () => void }

/** Badges of those who are listed, in the size of the paper or labels. */
export function BadgeChoice({ eventId, query, isOpen, onClose }: BadgeChoiceProps) {
  const t = useT()
  return (
    <Dialog
      isOpen={isOpen}
      title={t('foyer.desk.badge')}
      onDismiss={onClose}
      actions={
        <Button tone="quiet" onClick={onClose}>
          {t('foyer.desk.close')}
        </Button>
      }
    >
      <Badges eventId={eventId} query={query} />
    </Dialog>
  )
}

function Badges({ eventId, query }: BadgesProps) {
  const t = useT()
  const plan = useQuery(badgesQuery(eventId, query))
  const [size, setSize] = useState<BadgeSize>('a4')
  const choose = (value: string) => setSize(BADGE_SIZES.find(each => each === value) ?? size)
  return (
    <>
      <p>{t('foyer.desk.badge.lead')}</p>
      <SelectField
        id="badge-size"
        label={t('foyer.desk.badge.size')}
        value={size}
        onChange={event => choose(event.target.value)}
      >
        {BADGE_SIZES.map(each => (
          <option key={each} value={each}>
            {t(`foyer.desk.badge.size.${each}`)}
          </option>
        ))}
      </SelectField>
      {plan.data && <Files eventId={eventId} query={query} size={size} plan={plan.data} />}
      {plan.isError && <Loaded query={plan}>{() => null}</Loaded>}
    </>
  )
}

type FilesProps = BadgesProps & { readonly size: BadgeSize; readonly plan: BadgePlan }

/** How many there are, and the files they are in. */
function Files({ eventId, query, size, plan: { badges, nameless, perFile } }: FilesProps) {
  const { t, language } = useLanguage()
  const numbers = new Intl.NumberFormat(language)
  const files = Array.from({ length: Math.ceil(badges / perFile) }, (_, index) => index + 1)
  const address = (part: number) =>
    `${pathTo(deskBadgeFilePath, { eventId })}?${new URLSearchParams({ ...filterOf(query), size, part: String(part) }).toString()}`
  const range = (part: number) =>
    [numbers.format((part - 1) * perFile + 1), numbers.format(Math.min(part * perFile, badges))] as const
  return (
    <>
      <p>
        {badges === 0
          ? t('foyer.desk.badge.none')
          : t(badges === 1 ? 'foyer.desk.badge.count.one' : 'foyer.desk.badge.count', numbers.format(badges))}{' '}
        {nameless > 0 &&
          t(nameless === 1 ? 'foyer.desk.badge.nameless.one' : 'foyer.desk.badge.nameless', numbers.format(nameless))}
      </p>
      <Acts>
        {files.map(part => (
          <ButtonAnchor key={part} tone={files.length === 1 ? 'main' : 'quiet'} href={address(part)} download>
            {files.length === 1 ? t('foyer.desk.badge.download') : t('foyer.desk.badge.download.part', ...range(part))}
          </ButtonAnchor>
        ))}
      </Acts>
    </>
  )
}
