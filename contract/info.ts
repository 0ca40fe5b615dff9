import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import {
  AnalyticsConfiguration,
  ChallengeConfiguration,
  EmbeddingConfiguration,
  InvoicingConfiguration,
  RobotCheckWidgets,
  WalletConfiguration,
} from './configuration.ts'
import { infoPath } from './paths.ts'
import { Nullable } from './schema.ts'
import { Unexpected } from './wrapper.ts'

export const Info = Type.Object({
  demoModeEnabled: Type.Boolean(),
  devModeEnabled: Type.Boolean(),
  prodModeEnabled: Type.Boolean(),
  analyticsConfiguration: AnalyticsConfiguration,
  embeddingConfiguration: EmbeddingConfiguration,
  globalPrivacyPolicyUrl: Nullable(Type.String()),
  globalTermsUrl: Nullable(Type.String()),
  invoicingConfiguration: InvoicingConfiguration,
  announcementBannerContentHTML: Nullable(Type.String()),
  walletConfiguration: WalletConfiguration,
  challengeConfiguration: ChallengeConfiguration,
  robotCheckWidgets: RobotCheckWidgets,
  house: Type.Optional(
    Type.Object(
      {
        name: Type.String(),
        logo: Nullable(Type.String()),
        cover: Nullable(Type.String()),
        accent: Nullable(
          Type.Object({ light: Type.String(), onLight: Type.String(), dark: Type.String(), onDark: Type.String() }),
        ),
      },
      { description: 'How the shop is called and looks; an addition of this shop' },
    ),
  ),
})
export type Info = Static<typeof Info>

export const getInfo = call({
  operationId: 'getInfo',
  summary: 'Settings of the whole shop, needed at the start',
  tag: 'info',
  method: 'GET',
  path: infoPath,
  responses: { 200: Info, 500: Unexpected },
})
