export { buildBrandHead } from './build-brand-head.ts';
export type { MarketSettingsService } from './market-settings.ts';
export { createMarketSettingsModule } from './module.ts';
