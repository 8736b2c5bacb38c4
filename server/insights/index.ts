export { type CountByDay, createInsights, type DayCount, type Insights } from './insights.ts';
export { insightData } from './personal-data.ts';
export { insightRoutes } from './routes.ts';
