import { useState } from 'react'
import type { OrganizationCodes as Codes, OrganizationCodesChange } from '#contract/desk-codes.ts'
import { deskOrganizationCodesPath } from '#contract/paths.ts'
import { problemText, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, type Problems, useSending } from '#client/frame/forms/sent-form.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { changesBetween, inWords, storedAt } from '../../editor/changes.ts'
import { useDraft } from '../../editor/draft.ts'
import { FieldContext } from '../../editor/fields/field-context.ts'
import { MemberField } from '../../editor/fields/member-field.tsx'
import { type Json, type Path, listOf, textOf, valueAt } from '../../editor/member.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import { ORGANIZATION_CODES } from './code-members.ts'
import { mergedCodes } from './merged-codes.ts'

const codesQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['desk', 'organization-codes', organizationId],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskOrganizationCodesPath, { params: { id: organizationId }, signal })),
    staleTime: 0,
  })

/** Codes that hold in all events of an organisation. */
export function OrganizationCodes({ organizationId }: { readonly organizationId: number }) {
  const query = useQuery(codesQuery(organizationId))
  return (
    <Loaded query={query}>
      {codes => <Editor key={organizationId} organizationId={organizationId} codes={codes} />}
    </Loaded>
  )
}

type EditorProps = { readonly organizationId: number; readonly codes: Codes }

const fileOf = ({ promoCodes, timezone }: Codes): Json => ({ promoCodes, timezone })

const codesIn = (file: Json): Json => valueAt(file, ['promoCodes'])

function useTypedCodes({ organizationId, codes }: EditorProps) {
  return useDraft({ name: `desk-organization-codes-${organizationId}`, version: codes.seen, file: fileOf(codes) })
}

type TypedCodes = ReturnType<typeof useTypedCodes>

/** Saves all codes over those that were read. What another person has changed meanwhile is merged, and saved by a second press. */
function useSaving(organizationId: number, typed: TypedCodes) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  /** The codes that both have changed; undefined: nothing was changed meanwhile. */
  const [both, setBoth] = useState<readonly string[]>()
  const { base, stored, draft } = typed
  const save = () => {
    // The decoding edge: the server refuses what is none of its members, by the field.
    const body = { ...Object(draft), seen: base } as OrganizationCodesChange
    return send(
      () => server().call('PUT', deskOrganizationCodesPath, { params: { id: organizationId }, body }),
      result => {
        if (result.kind === 'conflict') {
          const now = result.value as Codes
          const merged = mergedCodes({ before: codesIn(stored), mine: codesIn(draft), theirs: [...now.promoCodes] })
          typed.rebase({ version: now.seen, file: fileOf(now) }, { ...Object(fileOf(now)), promoCodes: merged.codes })
          cache.setQueryData(codesQuery(organizationId).queryKey, now)
          setBoth(merged.both)
        }
        if (result.kind !== 'done') return
        cache.setQueryData(codesQuery(organizationId).queryKey, result.value)
        typed.drop()
        setBoth(undefined)
        toast(t('foyer.desk.saved'), 'good')
      },
    )
  }
  const discard = () => {
    typed.drop()
    setBoth(undefined)
  }
  return { save, discard, isSending, both, problems: problems?.status === 409 ? undefined : problems }
}

function Editor({ organizationId, codes }: EditorProps) {
  const t = useT()
  const typed = useTypedCodes({ organizationId, codes })
  const { save, discard, isSending, both, problems } = useSaving(organizationId, typed)
  const changes = changesBetween(ORGANIZATION_CODES, typed.stored, typed.draft)
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={save} idOf={idOf}>
      <Panel title={t('foyer.desk.codes.of-organization.title')}>
        <Stack>
          <p className="soft">{t('foyer.desk.codes.of-organization', textOf(valueAt(typed.draft, ['timezone'])))}</p>
          {both !== undefined && <Meanwhile both={both} />}
          <Fields organizationId={organizationId} typed={typed} used={codes.used} problems={problems} />
        </Stack>
      </Panel>
      <Unsaved
        changes={changes.map(({ path, member, was }) => ({
          path: path.join('.'),
          name: t(`foyer.desk.member.${member.name}`),
          was: inWords(was, t),
        }))}
        isSending={isSending}
        onPutBack={discard}
        onDiscard={discard}
        onSave={() => void save()}
      />
    </Form>
  )
}

/** Another person has changed codes; both are in the list, and the codes that both have changed are named. */
function Meanwhile({ both }: { readonly both: readonly string[] }) {
  const t = useT()
  return (
    <div role="alert">
      <Notice tone="warn">
        <p>{t('foyer.desk.codes.merged')}</p>
        {both.length > 0 && <p>{t('foyer.desk.codes.merged.both', both.join(', '))}</p>}
      </Notice>
    </div>
  )
}

type FieldsProps = {
  readonly organizationId: number
  readonly typed: TypedCodes
  /** Codes that orders were made with. */
  readonly used: readonly string[]
  readonly problems: Problems | undefined
}

const FIXED = new Set<Path[number] | undefined>(['name', 'discountType', 'discount', 'currency'])

function Fields({ organizationId, typed, used, problems }: FieldsProps) {
  const { t, language } = useLanguage()
  const { stored, draft, change } = typed
  const problemOf = (path: Path) => {
    const found = problems?.list.find(({ field }) => stepsOf(field) === path.join('.'))
    return found && problemText(t, found)
  }
  /** What a code does that orders were made with: it is stored at its place, and has its name still. */
  const isFixed = ([, place, member]: Path): boolean => {
    if (typeof place !== 'number' || !FIXED.has(member)) return false
    const name = textOf(valueAt(draft, ['promoCodes', place, 'name']))
    return used.includes(name) && place === placeOf(draft, name)
  }
  const setting = {
    draft,
    organizationId,
    storedAt: (path: Path) => storedAt(stored, draft, path),
    language,
    change,
    problemOf,
    hasProblemBelow: (path: Path) =>
      problems?.list.some(({ field }) => `${stepsOf(field)}.`.startsWith(`${path.join('.')}.`)) ?? false,
    fixedBecause: (path: Path) => (isFixed(path) ? t('foyer.desk.codes.in-use') : undefined),
  }
  return (
    <FieldContext value={setting}>
      {ORGANIZATION_CODES.codes.map(member => (
        <MemberField key={member.name} member={member} above={[]} />
      ))}
    </FieldContext>
  )
}

const placeOf = (draft: Json, name: string): number =>
  listOf(codesIn(draft)).findIndex(code => valueAt(code, ['name']) === name)

/** The path of a field as the server names it: `promoCodes[0].name`. */
const stepsOf = (field: string): string =>
  field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .join('.')

const idOf = (field: string): string => `f-${stepsOf(field).replaceAll('.', '-')}`
