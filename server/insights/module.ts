import type { Platform } from '../platform/platform.ts';
import { createInsightService, type InsightServiceDeps } from './insights.ts';
import { insightPersonalData } from './personal-data.ts';
import { createInsightRoutes } from './routes.ts';

const hour = 3_600_000;

export function createInsightsModule(deps: Platform & InsightServiceDeps) {
	const insights = createInsightService(deps);
	return {
		service: insights,
		routes: createInsightRoutes(insights),
		schedules: [{ name: 'insights.sweep', every: hour, run: insights.sweep }],
		personalData: [insightPersonalData],
		close: insights.close,
	};
}
