export { type CountByDay, createInsights, type DayCount, type Insights } from './insights.ts';
export { insightRoutes } from './routes.ts';
