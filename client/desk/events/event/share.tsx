import type { DeskEvent } from '#contract/desk-event.ts'
import type { EventShare } from '#contract/desk-links.ts'
import { deskEditEventPagePath, deskEventFilePath, deskEventSharePath, pathTo } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { CopyButton, Link } from '#client/kit/button/button.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/work.tsx'
import css from './overview.module.css'

/** Read again with each version: another picture or title is another preview. */
const shareQuery = (eventId: number, version: number) =>
  queryOptions({
    queryKey: ['desk', 'share', eventId, version],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskEventSharePath, { params: { eventId }, signal })),
    staleTime: 5_000,
  })

/** Where buyers find it, to copy. */
export function Share({ event }: { readonly event: DeskEvent }) {
  const t = useT()
  const { id, shortName, version, status } = event
  const query = useQuery(shareQuery(id, version))
  return (
    <Panel title={t('foyer.desk.share')}>
      <div className={css.lines}>
        {status === 'DRAFT' && <p className="soft">{t('foyer.desk.share.draft')}</p>}
        <Loaded query={query}>{share => <Shared share={share} eventId={id} shortName={shortName} />}</Loaded>
        <p>
          <a href={pathTo(deskEventFilePath, { eventId: id })} download={`${shortName}.yaml`}>
            {t('foyer.desk.download-file')}
          </a>
        </p>
      </div>
    </Panel>
  )
}

type SharedProps = { readonly share: EventShare; readonly eventId: number; readonly shortName: string }

function Shared({ share: { address, shortAddress, embed, picture }, eventId, shortName }: SharedProps) {
  const t = useT()
  return (
    <>
      <Address name={t('foyer.desk.share.address')} address={address} />
      <Address name={t('foyer.desk.share.short')} address={shortAddress} />
      <QrCode
        text={address}
        name={t('foyer.desk.share.qr', address)}
        download={{ name: `${shortName}.svg`, label: t('foyer.desk.share.qr.download') }}
      />
      <details>
        <summary>{t('foyer.desk.share.embed')}</summary>
        <pre className={css.snippet}>{embed}</pre>
        <CopyButton text={embed} subject={t('foyer.desk.share.embed')} />
      </details>
      <details>
        <summary>{t('foyer.desk.share.picture')}</summary>
        <div className={css.lines}>
          <p className="soft small">{t('foyer.desk.share.picture.text')}</p>
          {picture === null ? (
            <p>
              {t('foyer.desk.share.picture.none')}{' '}
              <Link to={`${pathTo(deskEditEventPagePath, { eventId })}?part=page`}>
                {t('foyer.desk.share.picture.add')}
              </Link>
            </p>
          ) : (
            <>
              <img className={css.picture} src={hereOf(picture.address, address)} alt={picture.text} loading="lazy" />
              <Address name={t('foyer.desk.share.picture')} address={picture.address} />
            </>
          )}
        </div>
      </details>
    </>
  )
}

/** A picture of the shop, whose address is as buyers see it, comes from the host at which the desk was opened. */
function hereOf(picture: string, address: string): string {
  const { origin, pathname, search } = new URL(picture)
  return origin === new URL(address).origin ? pathname + search : picture
}

/** An address that opens, and can be copied. */
function Address({ name, address }: { readonly name: string; readonly address: string }) {
  return (
    <div className={css.shared}>
      <span className="soft small">{name}</span>
      <a className={css.address} href={address}>
        {address}
      </a>
      <CopyButton text={address} subject={name} />
    </div>
  )
}
