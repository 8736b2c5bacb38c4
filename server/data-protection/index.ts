export type { DataProtectionService } from './data-protection.ts';
export { createDataProtectionModule } from './module.ts';
