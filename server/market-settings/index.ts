export { buildBrandStyle } from './build-brand-style.ts';
export { flattenLogo } from './draw-logo.ts';
export type { MarketSettingsService } from './market-settings.ts';
export { createMarketSettingsModule } from './module.ts';
