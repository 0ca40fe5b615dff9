import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { type Info, getInfo } from '#contract/info.ts'
import { presentChallenge, presentWidgets } from '#server/foundation/challenge/robot-check.ts'
import type { Shop } from '#server/catalog/context.ts'
import { THE_SHOP } from '#server/foundation/heavy-work/fair-queue.ts'
import { renderAhead, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { presentAnalytics, presentEmbedding, presentInvoicing } from '#server/catalog/browse/setting/present.ts'
import { accentOf } from '#domain/foundation/colour.ts'
import { fullAddress } from '#server/foundation/setting/own-address.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import { type Settings, systemSettings } from '#server/foundation/setting/settings.ts'
import { configuredWallets, openIssuers } from '#server/documents/wallet-issuer/configured.ts'
import { analyticsFor } from '#server/foundation/http/visitor.ts'

/** Settings of the whole shop. */
export function infoRoutes(info: BriefMemory<'info', Info>): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getInfo.path, { schema: routeSchema(getInfo) }, async (request, reply) => {
      const common = await info.get('info')
      const analyticsConfiguration = analyticsFor(request, common.analyticsConfiguration)
      return reply.code(200).send({ ...common, analyticsConfiguration })
    })
  }
}

/** What pages and the info call return; at most a second old. */
export function infoMemory(shop: Shop): BriefMemory<'info', Info> {
  return briefMemory({ milliseconds: 1000, capacity: 1, load: () => readInfo(shop) })
}

async function readInfo({ db, config }: Shop): Promise<Info> {
  const settings = await systemSettings(db)
  await openIssuers(settings, THE_SHOP)
  const banner = settings.text('ANNOUNCEMENT_BANNER_CONTENT')
  if (banner) await renderAhead([{ to: 'html', markdown: banner, owner: THE_SHOP }])
  return {
    demoModeEnabled: false,
    devModeEnabled: config.mode === 'development',
    prodModeEnabled: config.mode === 'production',
    analyticsConfiguration: presentAnalytics(settings),
    embeddingConfiguration: presentEmbedding(settings),
    globalPrivacyPolicyUrl: fullAddress(settings.text('GLOBAL_PRIVACY_POLICY'), config),
    globalTermsUrl: fullAddress(settings.text('GLOBAL_TERMS'), config),
    invoicingConfiguration: presentInvoicing(settings),
    announcementBannerContentHTML: banner && renderedHtml(banner),
    walletConfiguration: configuredWallets(settings),
    challengeConfiguration: presentChallenge(settings),
    robotCheckWidgets: presentWidgets(settings, config),
    house: presentHouse(settings),
  }
}

function presentHouse(settings: Settings): NonNullable<Info['house']> {
  const accent = settings.text('SHOP_ACCENT')
  return {
    name: shopNameOf(settings),
    logo: settings.text('SHOP_LOGO'),
    cover: settings.text('SHOP_COVER'),
    accent: accent === null ? null : accentOf(accent),
  }
}
