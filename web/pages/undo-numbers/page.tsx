import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Phone, PhoneCall } from 'lucide-react';
import { useSearchParams } from 'react-router';
import * as undoNumbersText from '../../../text/web/undo-numbers.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { refreshSession, useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { takeFocus } from '../../ui/take-focus.ts';

export const handle: LayoutHandle & PageviewHandle & SearchParamsHandle = {
	Rail: null,
	secret: true,
	searchParams: ['token'],
};

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export const meta = secretPageMeta(undoNumbersText.title);

/** Restores former numbers after a tap, so that programs that follow links in mails restore nothing. */
export default function UndoNumbersPage() {
	const api = useApi();
	const queryClient = useQueryClient();
	const session = useSession();
	const isHydrated = useHydrated();
	const [search] = useSearchParams();
	const restoring = useMutation({
		mutationFn: () => api.undoNumberChange({ body: { token: search.get('token') ?? '' } }),
		onSuccess: async () => {
			void queryClient.invalidateQueries();
			const me = session && (await api.getMe().catch(() => null));
			if (me) refreshSession(me);
		},
	});

	if (restoring.isSuccess) {
		return (
			<div ref={takeFocus} tabIndex={-1} className="outline-none">
				<EmptyState
					as="h1"
					icon={PhoneCall}
					title={undoNumbersText.restoredTitle}
					action={<ButtonLink to="/forgot-password">{undoNumbersText.choosePassword}</ButtonLink>}
					hint={undoNumbersText.restoredHint}
				/>
			</div>
		);
	}
	const isOver = isApiError(restoring.error) && restoring.error.status === 422;
	return (
		<EmptyState
			as="h1"
			icon={Phone}
			title={undoNumbersText.title}
			action={
				isOver ? (
					<ButtonLink to={loginPath('/dashboard/personal-Info')}>{undoNumbersText.seeNumbers}</ButtonLink>
				) : (
					<Button disabled={!isHydrated} loading={restoring.isPending} onClick={() => restoring.mutate()}>
						{undoNumbersText.restore}
					</Button>
				)
			}
		>
			<p className="mb-3">{undoNumbersText.lead}</p>
			<FormError>{restoring.error && getErrorMessage(restoring.error)}</FormError>
		</EmptyState>
	);
}
