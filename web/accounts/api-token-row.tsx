import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '../../contract/accounts/api-tokens.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { formatDate } from '../platform/dates.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Button } from '../ui/button.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { RichText } from '../ui/rich-text.tsx';

/** Shows an API token in a list, with a button that revokes it after a confirmation. */
export function ApiTokenRow({ token, onRevoked }: { token: ApiToken; onRevoked: () => void }) {
	const { id, name, scopes, last_used_at, expires_at } = token;
	const api = useApi();
	const [isConfirming, setConfirming] = useState(false);
	const revoking = useMutation({
		mutationFn: () => api.revokeApiToken({ params: { id: String(id) } }),
		onSuccess: onRevoked,
		// Status 404 means that the token is already revoked.
		onError: (error) => isApiError(error) && error.status === 404 && onRevoked(),
	});
	return (
		<li className="flex flex-wrap items-center gap-3 py-4">
			<div className="min-w-0 flex-1">
				<p className="font-semibold wrap-anywhere">{name}</p>
				<p className="text-14">{scopes.map((scope) => apiTokensText.scopeNames[scope]).join(', ')}</p>
				<p className="text-14 text-quiet">
					{last_used_at === null ? (
						apiTokensText.neverUsed
					) : (
						<RichText text={apiTokensText.used} tags={{ used: () => <TimeAgo time={last_used_at} /> }} />
					)}
					{' · '}
					<RichText
						text={apiTokensText.expires}
						tags={{ expires: () => <time dateTime={expires_at}>{formatDate(expires_at)}</time> }}
					/>
				</p>
				{revoking.error && <p className="text-14 text-danger">{getErrorMessage(revoking.error)}</p>}
			</div>
			<Button
				variant="quiet"
				aria-label={apiTokensText.revokeNamed(name)}
				loading={revoking.isPending}
				onClick={() => setConfirming(true)}
			>
				{apiTokensText.revoke}
			</Button>
			{isConfirming && (
				<LazyConfirmDialog
					title={apiTokensText.revokeTitle(name)}
					description={apiTokensText.revokeHint}
					action={apiTokensText.revoke}
					danger
					onConfirm={() => {
						setConfirming(false);
						revoking.mutate();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</li>
	);
}
