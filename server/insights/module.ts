import type { Platform } from '../platform.ts';
import { createInsightService, type InsightServiceDeps } from './insights.ts';
import { createWatchingPersonalData, insightPersonalData } from './personal-data.ts';
import { createInsightRoutes } from './routes.ts';

const hour = 3_600_000;

export function createInsightsModule(deps: Platform & InsightServiceDeps) {
	const insights = createInsightService(deps);
	return {
		service: insights,
		routes: createInsightRoutes(insights),
		schedules: [{ name: 'insights.sweep', every: hour, run: insights.sweep }],
		personalData: [insightPersonalData, createWatchingPersonalData(deps.ads)],
		close: insights.close,
	};
}
