import { useRef, useState } from 'react'
import type { DeskEvent } from '#contract/desk-event.ts'
import { deskAsBuyerPath, eventPagePath, pathTo } from '#contract/paths.ts'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { momentOf } from '../../parts/local-time.ts'
import { Stack, Work } from '../../parts/work.tsx'
import { EventHead } from '../event-head.tsx'
import { WillHappen } from './will-happen.tsx'
import css from './as-buyer.module.css'

type Looking = { readonly at: string; readonly code: string; readonly language: string; readonly isPhone: boolean }

/** A page in a frame, drawn by the shop with another clock; its links lead on within it. */
export function AsBuyer({ event }: { readonly event: DeskEvent }) {
  const { t, language: own } = useLanguage()
  const zone = event.file.timezone ?? 'UTC'
  const [path, setPath] = useState(pathTo(eventPagePath, { shortName: event.shortName }))
  const [looking, setLooking] = useState<Looking>({
    at: '',
    code: '',
    language: own,
    isPhone: false,
  })
  const { at, code, language, isPhone } = looking
  const frame = useRef<HTMLIFrameElement>(null)
  const change = (changed: Partial<Looking>) => setLooking(before => ({ ...before, ...changed }))
  const moment = momentOf(at.length === DAY_LENGTH ? `${at}T00:00` : at, zone)
  const query = new URLSearchParams({
    path,
    lang: language,
    ...(moment !== null && { at: String(moment) }),
    ...(code.trim() !== '' && { code: code.trim() }),
  })

  return (
    <Work>
      <EventHead event={event} />
      <div className={css.columns}>
        <Choice looking={looking} onChange={change} />
        <iframe
          ref={frame}
          className={css.frame}
          data-phone={isPhone || undefined}
          title={t('foyer.desk.as-buyer.frame')}
          // Of this origin, so that its links can be followed here; no script of it runs.
          sandbox="allow-same-origin"
          src={`${deskAsBuyerPath}?${query}`}
          onLoad={() => followLinks(frame.current, setPath)}
        />
        <WillHappen event={event} until={at} />
      </div>
    </Work>
  )
}

/** Of a date without its time. */
const DAY_LENGTH = '2027-05-15'.length

type ChoiceProps = { readonly looking: Looking; readonly onChange: (changed: Partial<Looking>) => void }

/** When, with what and how the page is shown; folded above the page where there is no room beside it. */
function Choice({ looking, onChange: change }: ChoiceProps) {
  const { t, offered } = useLanguage()
  const { at, code, language, isPhone } = looking
  const [isRoomy] = useState(() => matchMedia('(min-width: 60rem)').matches)
  return (
    <details className={css.choice} open={isRoomy}>
      <summary>
        <h2>{t('foyer.desk.as-buyer')}</h2>
      </summary>
      <Stack>
        <DateTimeField
          id="at"
          label={t('foyer.desk.as-buyer.at')}
          hint={t('foyer.desk.as-buyer.at.hint')}
          value={at}
          onChange={typed => change({ at: typed })}
        />
        <TextField
          id="code"
          label={t('foyer.desk.as-buyer.code')}
          autoComplete="off"
          defaultValue={code}
          onBlur={({ target }) => change({ code: target.value })}
        />
        <FieldPair>
          <SelectField
            id="language"
            label={t('foyer.desk.as-buyer.language')}
            value={language}
            onChange={({ target }) => change({ language: target.value })}
          >
            {offered.map(({ locale, displayLanguage }) => (
              <option key={locale} value={locale}>
                {displayLanguage}
              </option>
            ))}
          </SelectField>
          <SelectField
            id="width"
            label={t('foyer.desk.as-buyer.width')}
            value={isPhone ? 'phone' : 'wide'}
            onChange={({ target }) => change({ isPhone: target.value === 'phone' })}
          >
            <option value="wide">{t('foyer.desk.as-buyer.wide')}</option>
            <option value="phone">{t('foyer.desk.as-buyer.phone')}</option>
          </SelectField>
        </FieldPair>
      </Stack>
    </details>
  )
}

/** A link to a page of the shop leads there within the frame; any other does nothing. */
function followLinks(frame: HTMLIFrameElement | null, follow: (path: string) => void): void {
  frame?.contentDocument?.addEventListener('click', event => {
    const anchor = closestLink(event.target)
    if (!anchor) return
    event.preventDefault()
    const { origin, pathname, search } = new URL(anchor.href, location.origin)
    if (origin === location.origin) follow(pathname + search)
  })
}

/** By what it can do: an element of the frame is of another `Element` than those of the desk. */
function closestLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target !== null && 'closest' in target && typeof target.closest === 'function' ? target.closest('a') : null
}
