import * as contract from '../../contract/insights.ts';
import * as validationText from '../../contract/text/validation.ts';
import { implement, type Route } from '../platform/http/index.ts';
import { invalid } from '../platform/refusal.ts';
import type { Insights } from './insights.ts';

export function insightRoutes(insights: Insights): Route[] {
	return [
		// Counted in the process, like a read: it comes with every page, and a full database must not be asked first.
		implement(contract.sendInsights, { policy: 'anyone', rate: 'read', beacon: true }, async ({ body, network }) => {
			insights.take({ dayKey: body.day_key, network }, body.insights);
			return undefined;
		}),
		implement(
			contract.getMyInsights,
			{ policy: 'signedIn', rate: 'read' },
			async ({ actor, query: { target, id } }) => {
				if ((target === undefined) !== (id === undefined)) {
					throw invalid({ [target === undefined ? 'target' : 'id']: validationText.targetWithoutId });
				}
				return insights.mine(actor, target !== undefined && id !== undefined ? { target, id } : null);
			},
		),
		implement(contract.getSiteInsights, { policy: 'admin', rate: 'read' }, () => insights.site()),
	];
}
