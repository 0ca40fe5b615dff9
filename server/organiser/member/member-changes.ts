import type { MemberChange } from '#contract/member.ts'
import type { Role } from '#contract/member.ts'
import { MEMBER_ROLES, type MemberRole, type Scope } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

const PAGE = 50

type Wanted = { readonly scope: Scope; readonly before: string | null; readonly language: string }
type Changes = { readonly changes: MemberChange[]; readonly nextCursor: string | null }

/** What was changed about members, the latest first: of an organisation and its events, or of the whole shop. */
export async function memberChanges(db: Queryable, { scope, before, language }: Wanted): Promise<Changes> {
  const organizationId = scope.kind === 'shop' ? null : scope.organizationId
  const rows = await db.query(CHANGES, [organizationId, before, PAGE + 1])
  const shown = rows.slice(0, PAGE)
  return {
    changes: shown.map(row => present(row, language)),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}

type Row = {
  readonly id: string
  readonly at: Instant
  readonly by: string
  readonly action: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly organization: string | null
  readonly title: LocalizedTexts | null
}

/** An event that is gone has no title any more. */
const CHANGES = statement<Row>(
  'member-changes',
  `select change.id::text as id, at, actor as by, action, subject, before, after, organization.name as organization,
     context.title
   from change_log as change left join organization on organization.id = change.organization_id
     left join purchase_context as context
       on context.id = (coalesce(after, before) -> 'scope' ->> 'eventId')::integer
   where change.kind = 'MEMBER' and ($1::integer is null or change.organization_id = $1)
     and ($2::bigint is null or change.id < $2)
   order by change.id desc limit $3`,
)

function present({ organization, title, before, after, ...row }: Row, language: string): MemberChange {
  const roles = { before: roleIn(before), after: roleIn(after) }
  const isOfEvent = (roles.after ?? roles.before)?.eventId != null
  return { ...row, ...roles, of: isOfEvent ? title && inLanguage(title, language) : organization }
}

/** The decoding edge: as `recordOfMember` writes it. */
function roleIn(value: unknown): Role | null {
  if (typeof value !== 'object' || value === null || !('role' in value) || !isRole(value.role)) return null
  const scope: object = 'scope' in value && typeof value.scope === 'object' && value.scope !== null ? value.scope : {}
  const idOf = (name: string, kind: string): number | null => {
    const found: unknown = 'kind' in scope && scope.kind === kind ? Reflect.get(scope, name) : null
    return typeof found === 'number' ? found : null
  }
  return {
    role: value.role,
    organizationId: idOf('organizationId', 'organization'),
    eventId: idOf('eventId', 'event'),
  }
}

const isRole = (text: unknown): text is MemberRole => MEMBER_ROLES.some(role => role === text)
