import { useState } from 'react'
import type { ListedLegalText } from '#contract/desk-legal.ts'
import { deskLegalTextPath, deskSettingsPath } from '#contract/paths.ts'
import { LEGAL_KINDS, type LegalKind, SETTING_OF_LEGAL_KIND } from '#domain/catalog/legal-text/legal-kind.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Press } from '../../parts/press.tsx'
import rows from '../../parts/row-list.module.css'
import { Acts, Panel, Stack, Tag } from '../../parts/work.tsx'
import { useMe } from '../../session/me.ts'
import { LegalEditor } from './legal-editor.tsx'
import { LEGAL_KEY, legalTextsQuery } from './queries.ts'
import { baseOf } from './use-writing.ts'
import { type TypedText, typedTextOf } from './typed-text.ts'

type LegalTextsProps = {
  /** Null: of the shop. */
  readonly organizationId: number | null
}

/** Terms and privacy policy by version: what holds, what held before, and the next one as it is written. */
export function LegalTexts({ organizationId }: LegalTextsProps) {
  const query = useQuery(legalTextsQuery(organizationId))
  return (
    <Loaded query={query}>
      {({ texts }) => (
        <Stack>
          {LEGAL_KINDS.map(kind => (
            <KindPanel
              key={kind}
              kind={kind}
              organizationId={organizationId}
              texts={texts.filter(text => text.kind === kind)}
            />
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

type KindPanelProps = LegalTextsProps & { readonly kind: LegalKind; readonly texts: readonly ListedLegalText[] }

function KindPanel({ kind, organizationId, texts }: KindPanelProps) {
  const t = useT()
  const me = useMe()
  const kept = typedTextOf(me?.id ?? 0, organizationId, kind)
  // What was typed before a reload goes on.
  const [opened, setOpened] = useState(() => kept.read())
  const draft = texts.find(({ number }) => number === null)
  const versions = texts.filter(({ number }) => number !== null)
  return (
    <Panel title={t(`foyer.legal.${kind}`)} aside={draft && <Tag>{t('foyer.desk.legal.draft')}</Tag>}>
      <Stack>
        {versions.length === 0 && <p>{t('foyer.desk.legal.none')}</p>}
        {versions.length > 0 && (
          <ul className={rows.rows}>
            {versions.map(text => (
              <VersionLine key={text.id} text={text} organizationId={organizationId} />
            ))}
          </ul>
        )}
        {opened ? (
          <LegalEditor {...{ kind, organizationId, opened, kept }} onDone={() => setOpened(undefined)} />
        ) : (
          <Write kind={kind} draft={draft} latest={versions[0]} onOpened={setOpened} />
        )}
      </Stack>
    </Panel>
  )
}

type WriteProps = {
  readonly kind: LegalKind
  readonly draft: ListedLegalText | undefined
  readonly latest: ListedLegalText | undefined
  /** Gets what the editor begins with: a draft, or the text of the latest version. */
  readonly onOpened: (opened: TypedText) => void
}

/** Reads the draft, or the latest version, as it is now: what is typed afterwards is not replaced by what is read again. */
function Write({ kind, draft, latest, onOpened }: WriteProps) {
  const t = useT()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const from = draft ?? latest
  const open = (legalTextId: string) =>
    send(
      () => server().call('GET', deskLegalTextPath, { params: { legalTextId } }),
      async result => {
        if (result.kind === 'done') onOpened({ base: baseOf(result.value), texts: result.value.texts })
        else await cache.invalidateQueries(LEGAL_KEY)
      },
    )
  return (
    <Acts>
      <Button
        tone="quiet"
        busy={isSending}
        onClick={() => (from ? void open(from.id) : onOpened({ base: null, texts: {} }))}
      >
        {t(`foyer.desk.legal.write.${draft ? 'draft' : latest ? 'next' : 'first'}`)}
        <span className="unseen">: {t(`foyer.legal.${kind}`)}</span>
      </Button>
      {problems && <span role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</span>}
    </Acts>
  )
}

type VersionLineProps = LegalTextsProps & { readonly text: ListedLegalText }

/** A published version: where buyers read it, and whether it holds. */
function VersionLine({ text, organizationId }: VersionLineProps) {
  const t = useT()
  const { offered } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const cache = useQueryCache()
  const { kind, url, number, publishedAt, languages, isInForce } = text
  const names = languages.map(one => offered.find(({ locale }) => locale === one)?.displayLanguage ?? one)
  if (url === null || publishedAt === null) return null
  const changes = { [SETTING_OF_LEGAL_KIND[kind]]: new URL(url).pathname }
  const readAgain = () =>
    Promise.all([cache.invalidateQueries(LEGAL_KEY), cache.invalidateQueries(['desk', 'settings'])])
  return (
    <li>
      <span>
        <a href={url} target="_blank" rel="noopener">
          {t('foyer.desk.legal.version', number ?? 0, dates.shortDay(publishedAt))}
        </a>{' '}
        <span className="soft">{names.join(', ')}</span>
      </span>
      {isInForce ? (
        <Tag tone="good">{t('foyer.desk.legal.in-force')}</Tag>
      ) : (
        <Press
          name={t('foyer.desk.legal.use')}
          done="foyer.desk.saved"
          call={() => server().call('PUT', deskSettingsPath, { body: { organizationId, changes } })}
          onChanged={readAgain}
        />
      )}
    </li>
  )
}
