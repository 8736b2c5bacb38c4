import type { Platform } from '../platform/platform.ts';
import { createInsights, type InsightsDeps } from './insights.ts';
import { insightData } from './personal-data.ts';
import { insightRoutes } from './routes.ts';

const hour = 3_600_000;

export function createInsightsModule(deps: Platform & InsightsDeps) {
	const insights = createInsights(deps);
	return {
		service: insights,
		routes: insightRoutes(insights),
		schedules: [{ name: 'insights.sweep', every: hour, run: insights.sweep }],
		personalData: [insightData],
		close: insights.close,
	};
}
