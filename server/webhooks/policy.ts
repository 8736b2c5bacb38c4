import { type AuthorizedRow, authorizeOwner } from '../core/authorization.ts';
import type { Actor } from '../http/index.ts';
import type { WebhookRow } from './tables.ts';

/** Authorizes the owner of a webhook; all administrators own those of the market. Returns null for other actors. */
export function authorizeWebhookOwner(
	actor: Pick<Actor, 'accountId' | 'role'>,
	webhook: WebhookRow,
): AuthorizedRow<WebhookRow> | null {
	if (webhook.market === 0) return authorizeOwner(actor, webhook, webhook.account_id);
	return authorizeOwner(actor, webhook, actor.role === 'admin' ? actor.accountId : null);
}
