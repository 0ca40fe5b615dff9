import { useState } from 'react'
import type { ListedLegalText } from '#contract/desk-legal.ts'
import { deskSettingsPath } from '#contract/paths.ts'
import { LEGAL_KINDS, type LegalKind, SETTING_OF_LEGAL_KIND } from '#domain/catalog/legal-text/legal-text.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Press } from '../../parts/press.tsx'
import rows from '../../parts/row-list.module.css'
import { Acts, Panel, Stack, Tag } from '../../parts/work.tsx'
import { LegalEditor } from './legal-editor.tsx'
import { LEGAL_KEY, legalTextQuery, legalTextsQuery } from './queries.ts'

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
  const [isEditing, setEditing] = useState(false)
  const draft = texts.find(({ number }) => number === null)
  const versions = texts.filter(({ number }) => number !== null)
  const title = t(`foyer.legal.${kind}`)
  const [latest] = versions
  return (
    <Panel title={title} aside={draft && <Tag>{t('foyer.desk.legal.draft')}</Tag>}>
      <Stack>
        {versions.length === 0 && <p>{t('foyer.desk.legal.none')}</p>}
        {versions.length > 0 && (
          <ul className={rows.rows}>
            {versions.map(text => (
              <VersionLine key={text.id} text={text} organizationId={organizationId} />
            ))}
          </ul>
        )}
        {isEditing ? (
          <Editing
            kind={kind}
            organizationId={organizationId}
            from={draft ?? latest ?? null}
            onDone={() => setEditing(false)}
          />
        ) : (
          <Acts>
            <Button tone="quiet" onClick={() => setEditing(true)}>
              {t(`foyer.desk.legal.write.${draft ? 'draft' : latest ? 'next' : 'first'}`)}
              <span className="unseen">: {title}</span>
            </Button>
          </Acts>
        )}
      </Stack>
    </Panel>
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

type EditingProps = LegalTextsProps & {
  readonly kind: LegalKind
  /** The draft, or the version with which the next one begins. */
  readonly from: ListedLegalText | null
  readonly onDone: () => void
}

function Editing({ kind, organizationId, from, onDone }: EditingProps) {
  if (from === null) return <LegalEditor {...{ kind, organizationId, onDone }} draft={null} texts={{}} />
  return <EditingFrom {...{ kind, organizationId, onDone }} id={from.id} />
}

/** What is typed stays when the text is read again. */
function EditingFrom({ id, ...props }: Omit<EditingProps, 'from'> & { readonly id: string }) {
  const query = useQuery(legalTextQuery(id))
  return (
    <Loaded query={query}>
      {text => <LegalEditor {...props} draft={text.number === null ? text : null} texts={text.texts} />}
    </Loaded>
  )
}
