import { Phone, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as undoNumbersText from '../../../contract/text/undo-numbers.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import type { LayoutHandle } from '../page-layout.tsx';
import type { Route } from './+types/page.ts';

export const handle: LayoutHandle & PageviewHandle & SearchParamsHandle = {
	Rail: null,
	secret: true,
	searchParams: ['token'],
};

/** Headers for an address that contains a secret. No cache may store the page, and no other site may learn the address. */
export function headers() {
	return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export function meta({ matches }: Route.MetaArgs) {
	return [
		...pageMeta(matches, { title: undoNumbersText.title, hidden: true }),
		{ name: 'referrer', content: 'no-referrer' },
	];
}

/** Restores former numbers after a tap, so that programs that follow links in mails restore nothing. */
export default function UndoNumbersPage() {
	const api = useApi();
	const [search] = useSearchParams();
	const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
	const [problem, setProblem] = useState<string | null>(null);

	async function restore() {
		setState('busy');
		setProblem(null);
		try {
			await api.undoNumberChange({ body: { token: search.get('token') ?? '' } });
			setState('done');
		} catch (error) {
			setProblem(getErrorMessage(error));
			setState('asking');
		}
	}

	if (state === 'done') {
		return (
			<EmptyState
				as="h1"
				icon={<PhoneCall className="size-8" />}
				title={undoNumbersText.restoredTitle}
				action={<ButtonLink to="/forgot-password">{undoNumbersText.choosePassword}</ButtonLink>}
			>
				{undoNumbersText.restoredHint}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			as="h1"
			icon={<Phone className="size-8" />}
			title={undoNumbersText.title}
			action={
				<Button loading={state === 'busy'} onClick={restore}>
					{undoNumbersText.restore}
				</Button>
			}
		>
			<p className="mb-3">{undoNumbersText.lead}</p>
			<FormError>{problem}</FormError>
		</EmptyState>
	);
}
