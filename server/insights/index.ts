export type { CountByDay, DayCount } from './insights.ts';
export { createInsightsModule } from './module.ts';
