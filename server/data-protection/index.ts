export type { DataProtectionService } from './data-protection.ts';
export { breachNoticeQueued } from './events.ts';
export { createDataProtectionModule } from './module.ts';
