import * as contract from '../../contract/insights/insights.ts';
import * as validationText from '../../text/shared/validation.ts';
import { invalidInput } from '../core/domain-error.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { InsightService } from './insights.ts';

export function createInsightRoutes(insights: InsightService): Route[] {
	return [
		// Uses the rate limit for reads, which is counted in memory, because every page sends insights (usage data).
		implementEndpoint(
			contract.sendInsights,
			{ policy: 'anyone', rate: 'read', beacon: true },
			async ({ body, wideNetwork: network }) => {
				insights.record({ dayKey: body.day_key, network }, body.insights);
				return undefined;
			},
		),
		implementEndpoint(
			contract.getMyInsights,
			{ policy: 'signedIn', scope: 'stats', rate: 'read' },
			async ({ actor, query: { target, id } }) => {
				if ((target === undefined) !== (id === undefined)) {
					throw invalidInput({ [target === undefined ? 'target' : 'id']: validationText.targetWithoutId });
				}
				return insights.getOwn(actor, target !== undefined && id !== undefined ? { target, id } : null);
			},
		),
		implementEndpoint(contract.getSiteInsights, { policy: 'admin', rate: 'read' }, () => insights.getSite()),
	];
}
