export { decisionChanged } from './events.ts';
export type { Moderation } from './moderation.ts';
export { createModerationModule } from './module.ts';
